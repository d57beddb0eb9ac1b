/**
 * Whether a run and a verification have a thread of their own. A thread can be ended from outside, but it loads and
 * compiles every module again: our own tests, which carry out many runs in one process, do without.
 */
export const threads = { used: true };
