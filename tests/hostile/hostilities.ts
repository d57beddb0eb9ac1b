import { hostileAnswers } from "./answers.ts";
import { hostileBodies } from "./bodies.ts";
import { hostileBursts } from "./bursts.ts";
import { hostileConnections } from "./connections.ts";
import { hostileDescriptions } from "./descriptions.ts";
import type { Hostility } from "./hostility.ts";

/** Every hostile server, each with a name of its own. */
export const hostilities: readonly Hostility[] = [
  ...hostileConnections,
  ...hostileBodies,
  ...hostileBursts,
  ...hostileAnswers,
  ...hostileDescriptions,
];
