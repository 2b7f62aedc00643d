import { ManualClock } from "@hubwart/core";
import { expect, it } from "vitest";
import { heldAgainst } from "./gate.ts";

const BEFORE = { hub: "running", up: ["a", "a/main"] };

/** Lets time pass in steps of half a second; `at` gives the plant and the console of that moment. */
async function held(
  ms: number,
  at: (seconds: number) => { up?: string[]; console?: boolean; device?: boolean },
) {
  const clock = new ManualClock();
  let looks = 0;
  const seconds = () => clock.monotonic() / 1_000;
  const verdict = heldAgainst(
    BEFORE,
    ms,
    {
      clock,
      now: () => {
        looks += 1;
        const up = at(seconds()).up;
        return up ? { hub: "running", up } : { hub: "", up: [] };
      },
      console: async () => {
        if (at(seconds()).console === false) throw new Error("Status 500");
      },
      device: async () => {
        if (at(seconds()).device === false) throw new Error("Der Gerätedienst antwortet nicht.");
      },
    },
    new AbortController().signal,
  );
  let over = false;
  void verdict.finally(() => (over = true));
  for (let i = 0; i < 200 && !over; i += 1) {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    if (!over) clock.advance(500);
  }
  return { verdict: await verdict, seconds: seconds(), looks };
}

it("is passed once all is as before, and stays so", async () => {
  const { verdict, seconds } = await held(60_000, (now) => (now < 5 ? {} : { up: BEFORE.up }));
  expect(verdict).toBeUndefined();
  expect(seconds).toBe(7);
});

it("is not passed by a hub that runs now and then", async () => {
  const { verdict, seconds } = await held(20_000, (now) =>
    Math.floor(now) % 2 === 0 ? { up: BEFORE.up } : {},
  );
  expect(verdict).toBe("Der Betrieb ist nicht beständig.");
  expect(seconds).toBe(20);
});

it("names what is lacking when time is over: the hub, a connection, the console, the device service", async () => {
  expect((await held(10_000, () => ({}))).verdict).toBe("Der Hub meldet sich nicht.");
  expect((await held(10_000, () => ({ up: ["a"] }))).verdict).toBe("Nicht wieder verbunden: a/main.");
  expect((await held(10_000, () => ({ up: BEFORE.up, console: false }))).verdict).toBe(
    "Die Konsole antwortet nicht: Status 500",
  );
  expect((await held(10_000, () => ({ up: BEFORE.up, device: false }))).verdict).toBe(
    "Der Gerätedienst antwortet nicht.",
  );
});
