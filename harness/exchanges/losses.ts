/** What the requests to a surface have shown of connections that are lost by chance. */
export interface Losses {
  /** Notes a request, once. */
  asked(place: string): void;
  /** Notes a request that was answered in the end, after so many attempts whose connection was dropped. */
  answered(place: string, dropped: number): void;
  /** Whether chance does not explain that a request to this place was dropped so many times in a row. */
  exclude(place: string, times: number): boolean;
}

/** The accepted probability, over all requests of a run, that chance is taken for a fault of the server. */
const mostDoubt = 0.01;

interface Count {
  requests: number;
  /** Attempts of those requests that were answered in the end, and how many of these attempts were dropped. */
  attempts: number;
  dropped: number;
}

/**
 * Connections that are dropped at requests which are answered when they are repeated are lost by chance. How often
 * that happens is estimated from all requests and from those to the same place, since chance may concern one place
 * only. A request that is never answered shows nothing about it.
 */
export function createLosses(): Losses {
  const all = newCount();
  const places = new Map<string, Count>();

  function both(place: string): readonly Count[] {
    const found = places.get(place) ?? newCount();
    places.set(place, found);
    return [all, found];
  }

  return {
    asked(place) {
      for (const count of both(place)) count.requests += 1;
    },
    answered(place, dropped) {
      for (const count of both(place)) {
        count.attempts += dropped + 1;
        count.dropped += dropped;
      }
    },
    exclude: (place, times) =>
      both(place).every(
        ({ requests, attempts, dropped }) =>
          dropped === 0 || (dropped / attempts) ** times * requests < mostDoubt,
      ),
  };
}

function newCount(): Count {
  return { requests: 0, attempts: 0, dropped: 0 };
}
