/** Holds tasks back until all that take part have come, or have turned out not to come. */
export interface Barrier {
  /** Resolves once it opens. */
  arrive(): Promise<void>;
  /** Counts one that will never arrive. */
  leave(): void;
}

/**
 * @param parties how many take part
 * @param capacity how many can wait at the same time; it opens when so many do
 */
export function createBarrier(parties: number, capacity: number): Barrier {
  let arrived = 0;
  let left = 0;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const openIfComplete = () => {
    if (arrived + left >= parties || arrived >= capacity) open();
  };
  return {
    arrive() {
      arrived += 1;
      openIfComplete();
      return opened;
    },
    leave() {
      left += 1;
      openIfComplete();
    },
  };
}
