export interface TreeLimits {
  /** Most values, each time that one is reached counted. */
  readonly values: number;
  readonly depth: number;
}

/**
 * Why a parsed document can't be handled as a tree; null if it can. In YAML a few aliases stand for
 * billions of values, or for one that contains itself. Takes no longer than the limits allow.
 */
export function treeProblem(root: unknown, limits: TreeLimits): string | null {
  let left = limits.values;
  const problemOf = (value: unknown, depth: number): string | null => {
    left -= 1;
    if (left < 0) return `it has more than ${limits.values} values`;
    if (typeof value !== "object" || value === null) return null;
    if (depth > limits.depth) return `it is nested more than ${limits.depth} levels deep`;
    for (const inner of Object.values(value)) {
      const problem = problemOf(inner, depth + 1);
      if (problem !== null) return problem;
    }
    return null;
  };
  return problemOf(root, 1);
}
