import { LIMITS } from "@hubwart/contract";
import { expect, it } from "vitest";
import { type Ping, watchRestart } from "./watch-restart.ts";

/** Plays answers of the ping; an Error means the system is away. Returns how long was slept. */
async function watch(answers: (Ping | Error)[]): Promise<{ session: boolean; slept: number[] }> {
  const slept: number[] = [];
  const rest = [...answers];
  const session = await watchRestart(100, {
    ping: async () => {
      const answer = rest.shift();
      if (answer === undefined) throw new RangeError("asked too often");
      if (answer instanceof Error) throw answer;
      return answer;
    },
    sleep: async (ms) => void slept.push(ms),
  });
  expect(rest).toEqual([]);
  return { session, slept };
}

const { restartPoll, reloadAfterRestart } = LIMITS;

it("asks every 5 s until the start time is another one, however long the system is away", async () => {
  const away = new Error("away");
  const answers = [{ session: true, started: 100 }, away, away, away, { session: true, started: 160 }];
  expect(await watch(answers)).toEqual({
    session: true,
    slept: Array.from({ length: 5 }, () => restartPoll),
  });
});

it("waits 5 s more when no session remains", async () => {
  expect(await watch([{ session: false, started: 160 }])).toEqual({
    session: false,
    slept: [restartPoll, reloadAfterRestart],
  });
});

it("takes a clock that was set back for a restart too", async () => {
  expect(await watch([{ session: true, started: 7 }])).toMatchObject({ session: true });
});
