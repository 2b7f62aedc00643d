import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { LIMITS } from "@hubwart/contract";
import {
  createLogger,
  DeniedError,
  ManualClock,
  MemoryLogSink,
  ResultError,
  UnavailableError,
} from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionWatch } from "../../http/ports.ts";
import { quickHasher } from "../../testing/quick-hasher.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { SessionService } from "./service.ts";

const PASSWORD = "richtig und lang";
const MINUTE = 60_000;
const DAY = 86_400_000;

const folder = useFolder();
let clock: ManualClock;
let store: Store;
let sessions: SessionService;

function open(): void {
  store = openTestStore(folder(), clock);
  sessions = new SessionService(
    store,
    clock,
    createLogger("system", "session", new MemoryLogSink()),
    quickHasher,
  );
}
/** The process ends and starts again; its monotonic time starts anew. */
function restart(awayMs = 0): void {
  store.close();
  clock = new ManualClock(clock.now() + awayMs);
  open();
}

beforeEach(() => {
  clock = new ManualClock();
  open();
});
afterEach(() => {
  store.close();
});

const signIn = async (password: string, address: string) => (await sessions.login(password, address)).token;
const valid = (token: string) => sessions.authenticate(token, true) !== undefined;
async function refused(attempt: Promise<unknown>): Promise<DeniedError | ResultError> {
  const error: unknown = await attempt.then(
    () => undefined,
    (e: unknown) => e,
  );
  if (error instanceof DeniedError || error instanceof ResultError) return error;
  throw new Error("was not refused");
}
async function fail(times: number, address = "10.0.0.1"): Promise<void> {
  for (let i = 0; i < times; i += 1) await refused(sessions.login("falsch", address));
}

describe("the first password", () => {
  it("is set once, also when many try at the same moment", async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => sessions.setFirst(`passwort ${i}`, `10.0.0.${i}`)),
    );
    expect(tries.filter((t) => t.status === "fulfilled")).toHaveLength(1);
    expect(sessions.setup).toBe(true);
  });
});

describe("a token", () => {
  let token: string;
  beforeEach(async () => {
    token = await sessions.setFirst(PASSWORD, "10.0.0.1");
  });

  it("ends five minutes after its last use", () => {
    for (let i = 0; i < 5; i += 1) {
      clock.advance(LIMITS.tokenIdle - 1);
      expect(valid(token)).toBe(true);
    }
    clock.advance(LIMITS.tokenIdle);
    expect(valid(token)).toBe(false);
  });
  it("is not prolonged by watching", () => {
    clock.advance(LIMITS.tokenIdle - 1);
    expect(sessions.authenticate(token, false)).toBeDefined();
    clock.advance(1);
    expect(valid(token)).toBe(false);
  });
  it("outlives a restart with its idle time", () => {
    clock.advance(2 * MINUTE);
    expect(valid(token)).toBe(true);
    restart(2 * MINUTE);
    expect(valid(token)).toBe(true);
    restart(5 * MINUTE);
    expect(valid(token)).toBe(false);
  });
  it.each([-30 * DAY, 30 * DAY])(
    "ends five minutes after its last use when the clock jumps by %i ms",
    (ms) => {
      clock.jump(ms);
      clock.advance(LIMITS.tokenIdle - 1);
      expect(valid(token)).toBe(true);
      clock.jump(ms);
      clock.advance(LIMITS.tokenIdle);
      expect(valid(token)).toBe(false);
    },
  );
  it("is stored nowhere", () => {
    for (const name of readdirSync(folder())) {
      expect(readFileSync(path.join(folder(), name)).includes(Buffer.from(token))).toBe(false);
    }
  });
  it("is replaced: the old one works until the new one is used", () => {
    const next = sessions.refresh(token);
    expect(valid(token)).toBe(true);
    expect(valid(next)).toBe(true);
    expect(valid(token)).toBe(false);
    expect(valid(next)).toBe(true);
  });
  it("that was replaced ends after five minutes even if it is used", () => {
    sessions.refresh(token);
    for (let i = 0; i < 4; i += 1) {
      clock.advance(MINUTE);
      expect(valid(token)).toBe(true);
    }
    clock.advance(MINUTE);
    expect(valid(token)).toBe(false);
  });
  it("that was replaced ends after five minutes also over a restart", () => {
    sessions.refresh(token);
    for (let i = 0; i < 4; i += 1) {
      clock.advance(MINUTE);
      expect(valid(token)).toBe(true);
      restart();
    }
    expect(valid(token)).toBe(true);
    clock.advance(MINUTE);
    expect(valid(token)).toBe(false);
  });
  it.each([false, true])(
    "that was replaced is not prolonged by replacing it again (restart: %s)",
    (again) => {
      sessions.refresh(token);
      clock.advance(4 * MINUTE);
      sessions.refresh(token);
      if (again) restart();
      expect(valid(token)).toBe(true);
      clock.advance(MINUTE);
      expect(valid(token)).toBe(false);
    },
  );
  it("can be replaced from several tabs without ending the session", () => {
    const [a, b] = [sessions.refresh(token), sessions.refresh(token)];
    expect(valid(a)).toBe(true);
    expect(valid(b)).toBe(true);
    expect(valid(token)).toBe(false);
  });
  it("leaves a bounded number of successors", () => {
    for (let i = 0; i < 100; i += 1) sessions.refresh(token);
    expect(store.sessions.all().length).toBeLessThanOrEqual(8);
  });
  it("ends with the session, which tells who waits for it", () => {
    const id = sessions.authenticate(token, true)?.id ?? "";
    let ended = 0;
    sessions.tokens.onEnd(id, () => (ended += 1));
    const next = sessions.refresh(token);
    sessions.logout(id);
    expect([valid(token), valid(next), ended]).toEqual([false, false, 1]);
  });
  it("tells who waits when it runs out by itself", () => {
    const id = sessions.authenticate(token, true)?.id ?? "";
    let ended = 0;
    sessions.tokens.onEnd(id, () => (ended += 1));
    clock.advance(LIMITS.tokenIdle - 1);
    sessions.tokens.sweep();
    expect(ended).toBe(0);
    clock.advance(1);
    sessions.tokens.sweep();
    expect(ended).toBe(1);
  });
  it.each(["", "x", "A".repeat(43), "é".repeat(50)])("is not %j", (other) => {
    expect(valid(other)).toBe(false);
  });
});

it("ends sessions by their time also on a disk that takes nothing any more", async () => {
  const token = await sessions.setFirst(PASSWORD, "10.0.0.1");
  let ended = 0;
  sessions.tokens.onEnd(sessions.authenticate(token, true)?.id ?? "", () => (ended += 1));
  vi.spyOn(store.sessions, "delete").mockImplementation(() => {
    throw Object.assign(new Error("attempt to write a readonly database"), { code: "ERR_SQLITE_ERROR" });
  });
  clock.advance(LIMITS.tokenIdle);
  sessions.tokens.sweep();
  sessions.tokens.sweep();
  expect([ended, valid(token)]).toEqual([1, false]);
});

describe("watching a session", () => {
  async function watched(): Promise<{ id: string; watch: SessionWatch }> {
    const id = sessions.authenticate(await sessions.setFirst(PASSWORD, "10.0.0.1"), true)?.id ?? "";
    return { id, watch: sessions.watch(id) };
  }
  it("tells of signing out", async () => {
    const { id, watch } = await watched();
    expect(watch.ended).toBe(false);
    sessions.logout(id);
    expect(watch.ended).toBe(true);
  });
  it.each([0, LIMITS.tokenIdle])("tells of another password, %i ms after the last use", async (idle) => {
    const { watch } = await watched();
    clock.advance(idle);
    sessions.tokens.sweep();
    expect(watch.ended).toBe(false);
    await sessions.own.change("10.0.0.2", PASSWORD, "ein neues Passwort");
    expect(watch.ended).toBe(true);
  });
  it("is forgotten with its end", async () => {
    const { id, watch } = await watched();
    watch.stop();
    sessions.logout(id);
    expect(watch.ended).toBe(false);
  });
});

describe("change of the password", () => {
  it("ends every token, also the caller's own and those made of it, and gives a new one", async () => {
    const first = await sessions.setFirst(PASSWORD, "10.0.0.1");
    const siblings = [sessions.refresh(first), sessions.refresh(first), sessions.refresh(first)];
    const other = await signIn(PASSWORD, "10.0.0.2");
    const id = sessions.authenticate(first, true)?.id ?? "";
    let ended = 0;
    sessions.tokens.onEnd(id, () => (ended += 1));
    const next = await sessions.own.change("10.0.0.1", PASSWORD, "ein neues Passwort");
    const old = [first, ...siblings, other];
    expect(old.map(valid)).toEqual(old.map(() => false));
    expect([valid(next), ended, sessions.authenticate(next, true)?.id === id]).toEqual([true, 1, false]);
    expect(store.sessions.all()).toHaveLength(1);
    expect((await refused(sessions.login(PASSWORD, "10.0.0.3"))).message).toContain("falsch");
    expect(valid(await signIn("ein neues Passwort", "10.0.0.3"))).toBe(true);
    restart();
    expect([...old, next].map(valid)).toEqual([...old.map(() => false), true]);
  });
  it("throttles a wrong current one without ending the session", async () => {
    const token = await sessions.setFirst(PASSWORD, "10.0.0.1");
    const codes: unknown[] = [];
    for (let i = 0; i < 6; i += 1) {
      const error = await refused(sessions.own.change("10.0.0.1", "falsch", "ein neues Passwort"));
      codes.push(error instanceof ResultError ? error.code : 0);
    }
    expect(codes).toEqual([1200, 1200, 1200, 1200, 1200, 1204]);
    expect(valid(token)).toBe(true);
  });
});

describe("wrong passwords", () => {
  let token: string;
  beforeEach(async () => {
    token = await sessions.setFirst(PASSWORD, "10.0.0.1");
  });

  it("lock the address after five, longer and longer, up to 15 min", async () => {
    await fail(LIMITS.loginFailures);
    const waits: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      const { retryAfter = 0 } = await refused(sessions.login(PASSWORD, "10.0.0.1"));
      waits.push(retryAfter);
      clock.advance(retryAfter * 1000);
      await fail(1);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
  });
  it("do not lock other addresses, nor sessions", async () => {
    await fail(LIMITS.loginFailures);
    expect(valid(await signIn(PASSWORD, "10.0.0.2"))).toBe(true);
    expect(valid(token)).toBe(true);
  });
  it("are forgotten after ten minutes, or by the right one", async () => {
    await fail(LIMITS.loginFailures - 1);
    clock.advance(LIMITS.loginWindow);
    await fail(LIMITS.loginFailures - 1);
    await signIn(PASSWORD, "10.0.0.1");
    await fail(LIMITS.loginFailures - 1);
    expect(valid(await signIn(PASSWORD, "10.0.0.1"))).toBe(true);
  });
  it("are remembered over a restart", async () => {
    await fail(LIMITS.loginFailures);
    restart(10_000);
    expect((await refused(sessions.login(PASSWORD, "10.0.0.1"))).retryAfter).toBe(20);
  });
  it("never lock longer than meant when the clock jumps back", async () => {
    await fail(LIMITS.loginFailures);
    store.close();
    clock = new ManualClock(clock.now() - 365 * 86_400_000);
    open();
    expect((await refused(sessions.login(PASSWORD, "10.0.0.1"))).retryAfter).toBe(30);
  });
  it.each([-2 * DAY, 2 * DAY, -365 * DAY])(
    "lock as long as they should when the clock jumps by %i ms within a run",
    async (ms) => {
      await fail(LIMITS.loginFailures);
      clock.jump(ms);
      expect((await refused(sessions.login(PASSWORD, "10.0.0.1"))).retryAfter).toBe(30);
      clock.advance(29_000);
      expect((await refused(sessions.login(PASSWORD, "10.0.0.1"))).retryAfter).toBe(1);
      clock.advance(1_000);
      expect(valid(await signIn(PASSWORD, "10.0.0.1"))).toBe(true);
    },
  );
  it("are forgotten after ten minutes of the run, whatever the clock says", async () => {
    await fail(LIMITS.loginFailures - 1);
    clock.jump(-DAY);
    clock.advance(LIMITS.loginWindow - 1);
    await fail(1);
    expect((await refused(sessions.login(PASSWORD, "10.0.0.1"))).retryAfter).toBe(30);
  });
  it("lock no longer than once more after a restart with a clock that was set back", async () => {
    await fail(LIMITS.loginFailures);
    store.close();
    clock = new ManualClock(clock.now() - 2 * DAY);
    open();
    expect((await refused(sessions.login(PASSWORD, "10.0.0.1"))).retryAfter).toBe(30);
    clock.advance(30_000);
    expect(valid(await signIn(PASSWORD, "10.0.0.1"))).toBe(true);
  });
  it("cannot slip past by coming at the same moment", async () => {
    const burst = Array.from({ length: 30 }, () => sessions.login("falsch", "10.0.0.9"));
    const errors = await Promise.all(burst.map((attempt) => attempt.catch((error: unknown) => error)));
    const tried = errors.filter((e) => e instanceof DeniedError && e.retryAfter === undefined);
    expect(tried).toHaveLength(LIMITS.loginFailures);
    expect(errors.filter((e) => e instanceof UnavailableError).length).toBeGreaterThan(10);
  });
  it("by the hundred from changing addresses keep the right one from nobody", async () => {
    const outcomes: string[] = [];
    let attacking = true;
    /** Comes again from another address as soon as it is refused. */
    const attacker = async (id: number) => {
      for (let i = 0; attacking; i += 1) {
        await refused(sessions.login("falsch", `10.${id}.${i >> 8}.${i & 255}`));
        outcomes.push("wrong");
      }
    };
    const attackers = Array.from({ length: 200 }, (_, id) => attacker(id));
    for (const address of ["192.168.1.7", "192.168.1.8", "192.168.1.8"]) {
      const before = outcomes.length;
      expect(valid(await signIn(PASSWORD, address))).toBe(true);
      outcomes.push(`${outcomes.length - before} before`);
    }
    attacking = false;
    await Promise.all(attackers);
    const waits = outcomes.filter((one) => one !== "wrong").map((one) => Number.parseInt(one, 10));
    // Each attacker at most once before a stranger, and hardly anybody before who was in before.
    expect(waits[0]).toBeLessThanOrEqual(201);
    expect(waits[1]).toBeLessThanOrEqual(201);
    expect(waits[2]).toBeLessThanOrEqual(2);
  });
  it("of strangers leave a bounded table", () => {
    store.transaction(() => {
      for (let i = 0; i < 10_500; i += 1) sessions.throttle.failed(`login:${i}`);
    });
    expect(store.throttle.count()).toBeLessThanOrEqual(10_200);
  });
});
