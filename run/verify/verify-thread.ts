import { answerWith } from "../supervision/answer-with.ts";
import { verifyBundle } from "./verify-bundle.ts";

/** The thread in which a folder is verified; `verify-in-time.ts` starts it. */

await answerWith<string>(verifyBundle);
