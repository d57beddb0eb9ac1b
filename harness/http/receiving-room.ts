/** A body that is being received. */
export interface Receiver {
  /** Nothing more is read from its connection until it is resumed, but for what has been read already. */
  pause(): void;
  resume(): void;
}

/** The place of one body in the room. */
export interface BodyPlace {
  /** More bytes of it have arrived. */
  take(bytes: number): void;
  /** It is complete: its connection serves others, but it still takes its room. */
  complete(): void;
  /** It takes no room any more. It may leave more than once, and before it is complete. */
  leave(): void;
}

/** Bounds the memory of all bodies that are being received at the same time. */
export interface ReceivingRoom {
  /** To be called before the first byte of the body. */
  enter(receiver: Receiver): BodyPlace;
}

interface Body {
  readonly receiver: Receiver;
  bytes: number;
  isPaused: boolean;
}

/** The bytes that are read from a connection at once. */
const pieceBytes = 64 * 1024;

/**
 * A room for this many bytes. Once they are taken, each body is paused when more of it arrives, except for the one
 * that has arrived the furthest: it makes room when it is complete.
 */
export function createReceivingRoom(most: number): ReceivingRoom {
  const arriving = new Set<Body>();
  let taken = 0;

  /** At least the one that has arrived the furthest goes on, and as many as the next pieces of fit. */
  function resumeSome(): void {
    const paused = new Set([...arriving].filter(({ isPaused }) => isPaused));
    const first = furthest(arriving);
    for (let free = most - taken; paused.size > 0; free -= pieceBytes) {
      const next = furthest(paused);
      if (next === null || (free <= 0 && next !== first)) return;
      paused.delete(next);
      resume(next);
    }
  }

  return {
    enter(receiver) {
      const body: Body = { receiver, bytes: 0, isPaused: false };
      arriving.add(body);

      function complete(): void {
        arriving.delete(body);
        if (body.isPaused) resume(body);
        resumeSome();
      }

      return {
        take(bytes) {
          body.bytes += bytes;
          taken += bytes;
          const goesOn = taken <= most || body.isPaused || body === furthest(arriving);
          if (goesOn || !arriving.has(body)) return;
          body.isPaused = true;
          receiver.pause();
        },
        complete,
        leave() {
          taken -= body.bytes;
          body.bytes = 0;
          complete();
        },
      };
    },
  };
}

/** The one of them that has arrived the furthest, of several the first. */
function furthest(bodies: Iterable<Body>): Body | null {
  let found: Body | null = null;
  for (const body of bodies) if (found === null || body.bytes > found.bytes) found = body;
  return found;
}

function resume(body: Body): void {
  body.isPaused = false;
  body.receiver.resume();
}
