import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The command line is tested as it is shipped, so it is compiled once before all tests. */
export default function setup(): void {
  const root = fileURLToPath(new URL("..", import.meta.url));
  execFileSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: "inherit" });
}
