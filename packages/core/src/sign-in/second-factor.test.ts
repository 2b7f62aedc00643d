import { describe, expect, it } from "vitest";
import { ManualClock } from "../clock.ts";
import { CodeBrake, type Factor, PendingSecret, recoveryCodes, useOf } from "./second-factor.ts";
import type { ThrottleTable } from "./throttle.ts";
import { codeOf, newSecret, recoveryHash, stepAt } from "./totp.ts";

const NOW = Date.UTC(2026, 10, 28, 10, 0, 10);
const HOUR = 3_600_000;
const secret = newSecret();
const code = (at: number) => codeOf(secret, stepAt(at));
const { codes, hashes } = recoveryCodes(3);
const factor: Factor = { secret, recovery: hashes, step: 0 };

describe("what a code uses up", () => {
  it("is its step, and nothing that was used before", () => {
    const step = stepAt(NOW);
    expect(useOf(factor, code(NOW), NOW)).toEqual({ step });
    expect(useOf(factor, ` ${code(NOW).slice(0, 3)} ${code(NOW).slice(3)}`, NOW)).toEqual({ step });
    expect(useOf({ ...factor, step }, code(NOW), NOW)).toBeUndefined();
    expect(useOf(factor, "000000", NOW - 10 * HOUR)).toBeUndefined();
  });
  it("is right with a clock that is ahead by half a minute, and wrong by hours", () => {
    expect(useOf(factor, code(NOW), NOW + 30_000)).toEqual({ step: stepAt(NOW) });
    expect(useOf(factor, code(NOW), NOW + 3 * HOUR)).toBeUndefined();
  });
  it("is nothing of a clock that ran ahead and was set right", () => {
    const ahead = useOf(factor, code(NOW + 5 * HOUR), NOW + 5 * HOUR);
    expect(ahead).toEqual({ step: stepAt(NOW + 5 * HOUR) });
    expect(useOf({ ...factor, ...(ahead as { step: number }) }, code(NOW), NOW)).toEqual({
      step: stepAt(NOW),
    });
  });
  it("is a recovery code, once, whatever the clock says and also without the secret", () => {
    const lost = { ...factor, secret: undefined };
    expect(useOf(lost, code(NOW), NOW)).toBeUndefined();
    const used = useOf(lost, (codes[1] ?? "").toLowerCase(), 5);
    expect(used).toEqual({ recovery: [hashes[0], hashes[2]] });
    expect(useOf({ ...lost, ...(used as { recovery: string[] }) }, codes[1] ?? "", 5)).toBeUndefined();
    expect(recoveryHash("A".repeat(16))).not.toBe(hashes[0]);
  });
});

describe("a secret that waits", () => {
  const open = () => {
    const clock = new ManualClock(NOW);
    return { clock, pending: new PendingSecret(clock) };
  };
  it("is confirmed by a code of it, by whom it was told to, within ten minutes", () => {
    const { clock, pending } = open();
    const told = pending.begin("one");
    const right = () => codeOf(told, stepAt(clock.now()));
    expect(pending.confirmed("other", right())).toBe("none");
    expect(pending.confirmed("one", "000000")).toBe("wrong");
    expect(pending.confirmed("one", right())).toEqual({ secret: told, step: stepAt(clock.now()) });
    clock.advance(600_000);
    expect(pending.confirmed("one", right())).toBe("none");
  });
  it("is another one each time, but where it is asked for again", () => {
    const { pending } = open();
    const first = pending.begin("link", true);
    expect(pending.begin("link", true)).toBe(first);
    expect(pending.begin("link")).not.toBe(first);
    pending.settled();
    expect(pending.confirmed("link", "000000")).toBe("none");
  });
});

describe("the brake on codes", () => {
  it("locks after so many from wherever, and keeps out neither who was in nor a recovery code", () => {
    const rows = new Map<string, Parameters<ThrottleTable["put"]>[1]>();
    const table: ThrottleTable = {
      find: (name) => rows.get(name),
      put: (name, row) => void rows.set(name, row),
      delete: (name) => void rows.delete(name),
    };
    const clock = new ManualClock(NOW);
    const brake = new CodeBrake(table, clock, 3);
    for (let n = 0; n < 3; n += 1) {
      expect(() => brake.refuse("anna", "000000", false)).not.toThrow();
      brake.failed("anna");
    }
    expect(() => brake.refuse("anna", "000000", false)).toThrow(/Zu viele falsche Codes/);
    expect(() => brake.refuse("bert", "000000", false)).not.toThrow();
    expect(() => brake.refuse("anna", "000000", true)).not.toThrow();
    expect(() => brake.refuse("anna", codes[0] ?? "", false)).not.toThrow();
    clock.advance(30_000);
    expect(() => brake.refuse("anna", "000000", false)).not.toThrow();
  });
});
