/** A body that is being received. */
export interface Receiver {
  /** Nothing more is read from its connection until it is resumed. */
  pause(): void;
  resume(): void;
}

/** The place of one body in the room. */
export interface Place {
  /** More bytes of it have arrived. */
  take(bytes: number): void;
  /** Nothing more of it will arrive. It may leave more than once. */
  leave(): void;
}

/** Bounds the memory of all bodies that are being received at the same time. */
export interface ReceivingRoom {
  /** To be called before the first byte of the body. */
  enter(receiver: Receiver): Place;
}

interface Body {
  readonly receiver: Receiver;
  bytes: number;
  isPaused: boolean;
}

/**
 * A room for this many bytes. Once they are taken, only the body goes on that has most of them, so that one of them
 * comes to its end: the others are paused as soon as more of them arrives.
 */
export function createReceivingRoom(most: number): ReceivingRoom {
  const bodies = new Set<Body>();
  let taken = 0;

  const largest = (): number => Math.max(0, ...[...bodies].map(({ bytes }) => bytes));

  function resumeSome(): void {
    const least = taken <= most ? 0 : largest();
    for (const body of bodies) {
      if (!body.isPaused || body.bytes < least) continue;
      body.isPaused = false;
      body.receiver.resume();
    }
  }

  return {
    enter(receiver) {
      const body: Body = { receiver, bytes: 0, isPaused: false };
      bodies.add(body);
      return {
        take(bytes) {
          body.bytes += bytes;
          taken += bytes;
          if (taken <= most || body.isPaused || body.bytes === largest()) return;
          body.isPaused = true;
          receiver.pause();
        },
        leave() {
          if (!bodies.delete(body)) return;
          taken -= body.bytes;
          resumeSome();
        },
      };
    },
  };
}
