import { expect, it } from "vitest";
import {
  foundTrial,
  type Moment,
  mayConfirm,
  mayGoBack,
  mayRemove,
  mayUse,
  type Standing,
  type Trial,
} from "./moves.ts";

const TRIAL: Trial = { version: "1.2.0", before: "1.1.0", boots: 0, boot: "a" };
const standing = (change: Partial<Standing> = {}): Standing => ({
  base: "1.0.0",
  current: "1.1.0",
  trial: undefined,
  confirmed: undefined,
  ...change,
});
const NOW: Moment = { now: 1_800_000_000_000, boot: "a", uptime: 1_000_000 };
const WEEK = 7 * 86_400;
const ON_TRIAL = standing({ current: "1.2.0", trial: TRIAL });

it("tries what is newer than what runs, once", () => {
  expect(mayUse("1.2.0", standing())).toBe(true);
  expect(mayUse("1.0.1", standing({ current: null }))).toBe(true);
  expect(mayUse("1.2.0", ON_TRIAL)).toBe(false);
  expect(mayUse("1.1.0", standing())).toBe(false);
});

it.each(["1.0.0", "1.0.9", "1.1.0-rc.1", "0.9.0"])("never tries %s, which is older", (version) => {
  expect(() => mayUse(version, standing())).toThrow("nicht neuer");
});

it("tries nothing that is as old as the package, and nothing beside another trial", () => {
  expect(() => mayUse("1.0.0", standing({ current: null }))).toThrow("nicht neuer");
  expect(() => mayUse("1.3.0", ON_TRIAL)).toThrow("1.2.0 wird gerade erprobt");
});

it("goes back from the version on trial, and from nothing else", () => {
  expect(mayGoBack("1.2.0", ON_TRIAL, NOW)).toBe(true);
  expect(mayGoBack("1.2.0", standing(), NOW)).toBe(false);
  expect(mayGoBack("1.1.0", ON_TRIAL, NOW)).toBe(false);
  expect(() => mayGoBack("1.1.0", standing(), NOW)).toThrow("zu lange");
});

it.each<[string, Partial<Moment>, boolean]>([
  ["just now", {}, true],
  ["a week ago", { uptime: NOW.uptime - WEEK }, true],
  ["longer ago", { uptime: NOW.uptime - WEEK - 7_200 }, false],
  ["longer ago, by a clock that was set back since", { uptime: 0, now: NOW.now + 1 }, false],
  ["just now, by a clock that was set since", { now: 0 }, true],
  ["a week ago, before the device was restarted", { boot: "b", now: NOW.now - WEEK * 1_000 }, true],
  ["longer ago, before the device was restarted", { boot: "b", now: NOW.now - 2 * WEEK * 1_000 }, false],
  ["in a time to come", { boot: "b", now: NOW.now + 2 * WEEK * 1_000 }, false],
])("goes back from a version that was confirmed %s: %#", (_when, then, allowed) => {
  const confirmed = { version: "1.1.0", before: "1.0.5", when: { ...NOW, ...then } };
  const going = () => mayGoBack("1.1.0", standing({ confirmed }), NOW);
  if (allowed) expect(going()).toBe(true);
  else expect(going).toThrow("zu lange");
});

it("confirms what runs", () => {
  expect(mayConfirm("1.2.0", ON_TRIAL)).toBe(true);
  expect(mayConfirm("1.1.0", standing())).toBe(false);
  expect(() => mayConfirm("1.3.0", ON_TRIAL)).toThrow("läuft nicht");
});

it("removes nothing that runs, or may have to run again", () => {
  expect(() => mayRemove("1.2.0", ON_TRIAL)).toThrow("noch gebraucht");
  expect(() => mayRemove("1.1.0", ON_TRIAL)).toThrow("noch gebraucht");
  expect(() => mayRemove("1.1.0", standing())).toThrow("noch gebraucht");
  expect(() => mayRemove("1.0.5", ON_TRIAL)).not.toThrow();
});

it("goes on with a trial over some starts of the device, not over a fourth", () => {
  expect(foundTrial(TRIAL, "1.2.0", "a")).toEqual({ do: "go-on", trial: TRIAL });
  let trial = TRIAL;
  for (const boot of ["b", "c", "d"]) {
    const found = foundTrial(trial, "1.2.0", boot);
    if (found.do !== "go-on") throw new Error(found.do);
    trial = found.trial;
  }
  expect(trial.boots).toBe(3);
  expect(foundTrial(trial, "1.2.0", "d")).toEqual({ do: "go-on", trial });
  expect(foundTrial(trial, "1.2.0", "e")).toMatchObject({ do: "put-back" });
});

it("forgets a trial whose switch never came, or was taken back", () => {
  expect(foundTrial(TRIAL, "1.1.0", "a")).toEqual({ do: "forget" });
  expect(foundTrial(TRIAL, null, "b")).toEqual({ do: "forget" });
});
