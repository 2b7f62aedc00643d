import { expect, it } from "vitest";
import { Troubles } from "./troubles.ts";

function setup() {
  let now = 0;
  const troubles = new Troubles(() => now);
  return { troubles, pass: (ms: number) => (now += ms) };
}
const MINUTE = 60_000;

it("is trouble while a function fails whenever it is called, however seldom that is", () => {
  const { pass, troubles } = setup();
  expect(troubles.some).toBe(false);
  troubles.failed();
  troubles.failing(1);
  pass(24 * 60 * MINUTE);
  expect(troubles.some).toBe(true);
  troubles.failing(0);
  expect(troubles.some).toBe(false);
});

it("is trouble when calls fail again and again, and for ten minutes after the script was ended", () => {
  const { pass, troubles } = setup();
  troubles.failed();
  troubles.failed();
  expect(troubles.some).toBe(false);
  troubles.failed();
  expect(troubles.some).toBe(true);
  pass(11 * MINUTE);
  expect(troubles.some).toBe(false);
  troubles.failing(2);
  troubles.ended();
  expect(troubles.some).toBe(true);
  pass(11 * MINUTE);
  expect(troubles.some).toBe(false);
});
