import { expect, it } from "vitest";
import { checkCron, startCron } from "./cron.ts";

it.each(["* * * * *", "0 6 * * 1-5", "*/10 0 6 1,15 * *"])("takes %j", (pattern) => {
  expect(() => checkCron(pattern)).not.toThrow();
  startCron(pattern, () => undefined)();
});

it.each(["", "a", "61 * * * *", "* * * *", "*/0 * * * *", "0-100000000 * * * *"])(
  "refuses %j in German",
  (pattern) => {
    expect(() => checkCron(pattern)).toThrow(/ist kein Muster; erlaubt sind fünf Felder/);
  },
);

it.each(["0 0 31 2 *", "0 0 30 2 *", "0 0 31 4,6,9,11 *", "59 59 23 31 2 *"])(
  "refuses %j, which never comes",
  (pattern) => {
    expect(() => checkCron(pattern)).toThrow(/gibt es nie/);
  },
);

it("takes what comes every few years only", () => {
  expect(() => checkCron("0 0 29 2 *")).not.toThrow();
});
