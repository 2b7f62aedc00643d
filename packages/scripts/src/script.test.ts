import { ManualClock } from "@hubwart/core";
import { expect, it } from "vitest";
import { Script } from "./script.ts";

it("waits and tries again where the hub does not name its channels, and no more once it is stopped", async () => {
  const clock = new ManualClock();
  const log: string[] = [];
  let asked = 0;
  const script = new Script({
    name: "a.lua",
    source: "read('a')",
    workerFile: "not reached",
    clock,
    channels: () => {
      asked += 1;
      return Promise.reject(new Error("keine Antwort"));
    },
    meant: () => undefined,
    kept: () => ({}),
    effects: {
      write: () => undefined,
      log: (level, text) => void log.push(`${level} ${text}`),
      keep: () => undefined,
      alarm: () => Promise.resolve({ known: false, byScript: false, state: "normal" as const }),
      setAlarm: () => undefined,
      http: () => Promise.reject(new Error("not asked for")),
      cron: () => () => undefined,
      changed: () => undefined,
    },
  });
  await script.start();
  expect(script.report).toMatchObject({ state: "waiting", starts: 1 });
  expect(log).toEqual([
    "error Das Skript wurde angehalten. Der Hub nennt die Channels nicht (keine Antwort). Neuer Versuch in 1 s.",
  ]);
  clock.advance(2_000);
  await expect.poll(() => asked).toBe(2);
  await expect.poll(() => script.report.state).toBe("waiting");
  await script.stop();
  clock.advance(60_000);
  expect(asked).toBe(2);
  expect(script.report.state).toBe("ended");
});
