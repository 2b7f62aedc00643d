/** A way that takes nothing for an hour, while thousands of alarms come and go; `HUBWART_OUTAGE_ALARMS=10000` makes it ten thousand. */
import { expect, it } from "vitest";
import { alarm, stage } from "./testing/stage.ts";

const COUNT = Number(process.env["HUBWART_OUTAGE_ALARMS"] ?? 2_000);
const GONE = 0.3 * COUNT;
const ACKED = 0.1 * COUNT;
const MINUTE = 60_000;

it("ends in one message that counts them all, with a line for each, and nothing of what somebody has", async () => {
  const chan = (at: number) => `bus.x.c${at}`;
  const at = stage({
    alarms: Array.from({ length: COUNT }, (_, n) => alarm({ id: `a${n}`, source: chan(n), class: "c" })),
    classes: [{ id: "c", steps: [{ after: 0, ways: ["email.mail"], repeat: 10 * MINUTE, until: "ack" }] }],
  });
  at.failing.set("email.mail", "no route to host");
  for (let n = 0; n < COUNT; n += 1) {
    at.value(chan(n), 30);
    if (n % (COUNT / 20) === 0) await at.pass(2 * MINUTE, MINUTE);
  }
  for (let n = 0; n < GONE; n += 1) at.value(chan(n), 1);
  at.engine.ack(
    Array.from({ length: ACKED }, (_, n) => n + 1),
    "Anna",
  );
  await at.pass(20 * MINUTE, MINUTE);
  expect(at.sent).toEqual([]);
  expect(at.sender.troubles).toHaveLength(1);
  expect(at.teller.sayable("email.mail")).toHaveLength(COUNT - ACKED);

  // Reminders come later: their pauses count from when each alarm came.
  at.failing.clear();
  await at.pass(90_000, 5_000);
  const [first, ...rest] = at.sent;
  expect(rest.length).toBeLessThanOrEqual(1);
  expect(first?.message.text).toContain(
    `und ${(COUNT - ACKED - 20).toLocaleString("de-DE")} weitere Meldungen`,
  );
  expect(first?.message.text.length).toBeLessThan(10_000);
  const told = at.happened().filter((line) => line.startsWith("told "));
  expect(new Set(told).size).toBe(COUNT - ACKED);
  expect(at.happened().filter((line) => line.startsWith("untold "))).toEqual([]);
}, 60_000);
