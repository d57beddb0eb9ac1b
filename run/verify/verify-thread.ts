import { postResultOf } from "../supervision/post-result.ts";
import { verifyBundle } from "./verify-bundle.ts";

/** The thread in which a folder is verified; `verify-in-time.ts` starts it. */

await postResultOf<string>(verifyBundle);
