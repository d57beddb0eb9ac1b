import { economy } from "./economy.ts";
import { leisure } from "./leisure.ts";
import { society } from "./society.ts";
import type { TopicNews } from "./types.ts";

export const topicNews: readonly TopicNews[] = [...society, ...economy, ...leisure];
