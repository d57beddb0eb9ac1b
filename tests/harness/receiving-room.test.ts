import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BodyPlace, createReceivingRoom } from "../../harness/http/receiving-room.ts";

const most = 1_000_000;

interface Guest {
  readonly name: string;
  readonly place: BodyPlace;
  isPaused: boolean;
}

function roomWith(...names: readonly string[]): Record<string, Guest> {
  const room = createReceivingRoom(most);
  const enter = (name: string): Guest => {
    const guest = { name, isPaused: false };
    const place = room.enter({
      pause: () => {
        guest.isPaused = true;
      },
      resume: () => {
        guest.isPaused = false;
      },
    });
    return Object.assign(guest, { place });
  };
  return Object.fromEntries(names.map((name) => [name, enter(name)]));
}

const paused = (guests: Readonly<Record<string, Guest>>) =>
  Object.values(guests).flatMap(({ name, isPaused }) => (isPaused ? [name] : []));

describe("a room for bodies", () => {
  test("pauses none that fit", () => {
    const guests = roomWith("a", "b");
    guests.a?.place.take(most / 2);
    guests.b?.place.take(most / 2);
    expect(paused(guests)).toEqual([]);
  });

  test("pauses what arrives beyond that, but not the one that has arrived the furthest", () => {
    const guests = roomWith("a", "b", "c");
    guests.a?.place.take(most * 0.6);
    guests.b?.place.take(most * 0.5);
    guests.c?.place.take(1);
    guests.a?.place.take(most);
    expect(paused(guests)).toEqual(["b", "c"]);
  });

  test("lets the others go on when it is left, however full it still is", () => {
    const guests = roomWith("a", "b", "c", "d");
    guests.a?.place.take(most * 2);
    for (const name of ["b", "c", "d"]) guests[name]?.place.take(most * 0.6);
    expect(paused(guests)).toEqual(["b", "c", "d"]);
    guests.a?.place.leave();
    // There is too much of the others for more than one of them to go on.
    expect(paused(guests)).toEqual(["c", "d"]);
    guests.b?.place.leave();
    expect(paused(guests)).toEqual(["d"]);
    guests.d?.place.leave();
    expect(paused(guests)).toEqual([]);
  });

  test("counts a complete body until it is left, but no longer pauses its connection", () => {
    const guests = roomWith("a", "b", "c");
    guests.a?.place.take(most * 0.6);
    guests.b?.place.take(most * 0.5);
    expect(paused(guests)).toEqual(["b"]);
    guests.b?.place.complete();
    expect(paused(guests)).toEqual([]);
    guests.c?.place.take(10);
    expect(paused(guests)).toEqual(["c"]);
    guests.b?.place.leave();
    expect(paused(guests)).toEqual([]);
  });

  test("comes to its end: while any are paused, another one arrives, and none is left paused", () => {
    const step = fc.record({
      at: fc.nat(9),
      does: fc.constantFrom("take", "take", "complete", "leave"),
      bytes: fc.nat(most),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const names = Array.from({ length: 10 }, (_, index) => `${index}`);
        const guests = roomWith(...names);
        const arriving = new Set(names);
        for (const { at, does, bytes } of steps) {
          const guest = guests[`${at}`];
          if (guest === undefined || (does === "take" && guest.isPaused)) continue;
          if (does !== "take") arriving.delete(guest.name);
          if (does === "take") guest.place.take(arriving.has(guest.name) ? bytes : 0);
          else guest.place[does === "complete" ? "complete" : "leave"]();
          const waiting = paused(guests);
          expect(waiting.filter((name) => !arriving.has(name))).toEqual([]);
          if (waiting.length > 0) expect(waiting.length).toBeLessThan(arriving.size);
        }
        for (const { place } of Object.values(guests)) place.leave();
        expect(paused(guests)).toEqual([]);
      }),
    );
  });
});
