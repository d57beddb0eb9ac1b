/** Holds tasks back until all participants have arrived, or will not arrive. */
export interface Barrier {
  /** Resolves once it opens. */
  arrive(): Promise<void>;
  /** Counts a participant that will not arrive. */
  leave(): void;
}

/**
 * @param parties number of participants
 * @param capacity maximum number of waiting tasks; it opens when it is reached
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
