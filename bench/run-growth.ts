import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchGrowth } from "./growth.ts";

/** Growth alone: `npm run bench:growth`. */
const root = fileURLToPath(new URL("../..", import.meta.url));
await benchGrowth(root, join(root, "dist", "cli", "main.js"));
