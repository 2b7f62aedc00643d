import { describe, expect, it } from "vitest";
import { ManualClock } from "./clock.ts";
import { Scope } from "./lifecycle.ts";
import { feedWatchdog } from "./systemd-watchdog.ts";

function said(env: NodeJS.ProcessEnv, ms: number): number {
  const clock = new ManualClock();
  let times = 0;
  const say = () => {
    times += 1;
  };
  feedWatchdog({ env, clock, scope: new Scope(), pid: 7, say });
  clock.advance(ms);
  return times;
}

const ASKED = { NOTIFY_SOCKET: "/run/systemd/notify", WATCHDOG_USEC: "120000000", WATCHDOG_PID: "7" };

describe("systemd's watchdog", () => {
  it("hears of a process four times in the time that it waits", () => {
    expect(said(ASKED, 120_000)).toBe(4);
  });

  it("hears nothing where nobody asked, or somebody else was", () => {
    expect(said({}, 600_000)).toBe(0);
    expect(said({ ...ASKED, WATCHDOG_USEC: undefined }, 600_000)).toBe(0);
    expect(said({ ...ASKED, NOTIFY_SOCKET: undefined }, 600_000)).toBe(0);
    expect(said({ ...ASKED, WATCHDOG_PID: "8" }, 600_000)).toBe(0);
  });
});
