import { postResultOf } from "../supervision/post-result.ts";
import { judgeFiles } from "./judge-files.ts";

/** The thread in which recorded traffic is judged; `judge-in-time.ts` starts it. */

await postResultOf(judgeFiles);
