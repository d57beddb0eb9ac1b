import type PQueue from "p-queue";

/**
 * Does work when it is its turn. The queue itself keeps the results of finished tasks for as long as others wait, so
 * its task has none: a result may be a large body.
 */
export async function inQueue<T>(queue: PQueue, work: () => Promise<T>): Promise<T> {
  const results: T[] = [];
  await queue.add(async () => {
    results.push(await work());
  });
  const [result] = results.splice(0);
  if (result === undefined) throw new Error("the queue has ended a task before its end");
  return result;
}
