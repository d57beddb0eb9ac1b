import { answerWith } from "../supervision/answer-with.ts";
import { judgeFiles } from "./judge-files.ts";

/** The thread in which recorded traffic is judged; `judge-in-time.ts` starts it. */

await answerWith(judgeFiles);
