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
