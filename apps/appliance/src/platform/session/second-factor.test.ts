/** Signing in with a code besides the password: what is asked, what is refused, and what keeps nobody out for ever. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { CODES, LIMITS } from "@hubwart/contract";
import {
  ConflictError,
  createLogger,
  DeniedError,
  ManualClock,
  MemoryLogSink,
  ResultError,
} from "@hubwart/core";
import { codeOf, normalized, stepAt } from "@hubwart/core/sign-in";
import { openStore, resetPassword, type Store } from "@hubwart/core/store";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { quickHasher } from "../../testing/quick-hasher.ts";
import { SessionService } from "./service.ts";

const PASSWORD = "richtig und lang";
const HERE = "10.0.0.1";
const STEP = 30_000;

const folder = useFolder();
let clock: ManualClock;
let sink: MemoryLogSink;
let store: Store;
let sessions: SessionService;
let secret: string;
let recovery: string[];
let token: string;

const credentialFile = () => path.join(folder(), "credential.json");
function open(): void {
  store = openStore({
    file: path.join(folder(), "state.db"),
    credentialFile: credentialFile(),
    now: () => clock.now(),
  });
  sink = new MemoryLogSink();
  sessions = new SessionService(store, clock, createLogger("system", "session", sink), quickHasher);
}
function restart(clockAt = clock.now()): void {
  store.close();
  clock = new ManualClock(clockAt);
  open();
}
const idOf = (given: string) => sessions.authenticate(given, true)?.id ?? "";
const code = (offset = 0) => codeOf(secret, stepAt(clock.now() + offset));
const signIn = (otp?: string, address = HERE, pwd = PASSWORD) => sessions.login(pwd, address, { otp });
/** What an attempt is refused with: a code of ours, or the HTTP status. */
async function refusal(attempt: Promise<unknown>): Promise<number | "in"> {
  try {
    await attempt;
    return "in";
  } catch (error) {
    if (error instanceof ResultError) return error.code;
    if (error instanceof DeniedError) return error.retryAfter === undefined ? 401 : 403;
    throw error;
  }
}

beforeEach(async () => {
  clock = new ManualClock(Date.UTC(2026, 10, 25, 8));
  open();
  const first = await sessions.setFirst(PASSWORD, HERE);
  secret = await sessions.own.beginFactor(idOf(first), HERE, PASSWORD);
  ({ recovery, token } = await sessions.own.confirmFactor(idOf(first), HERE, {
    agent: undefined,
    otp: code(),
  }));
  clock.advance(2 * STEP);
});
afterEach(() => {
  store.close();
});

describe("switching it on", () => {
  it("asks for the password, and for a code within ten minutes, by the same session", async () => {
    await sessions.own.factorOff(HERE, { agent: undefined, pwd: PASSWORD, otp: code() });
    const [mine, other] = [idOf((await signIn()).token), idOf((await signIn()).token)];
    expect(await refusal(sessions.own.beginFactor(mine, HERE, "falsch"))).toBe(CODES.wrongPassword);
    secret = await sessions.own.beginFactor(mine, HERE, PASSWORD);
    const confirm = (id: string, otp: string) =>
      sessions.own.confirmFactor(id, HERE, { agent: undefined, otp });
    await expect(confirm(other, code())).rejects.toThrow(ConflictError);
    expect(await refusal(confirm(mine, "000000"))).toBe(CODES.wrongCode);
    expect(sessions.factor.state().on).toBe(false);
    expect(await refusal(signIn())).toBe("in");
    clock.advance(600_000);
    await expect(confirm(mine, code())).rejects.toThrow(ConflictError);
    expect(sessions.factor.state().on).toBe(false);
  });

  it("ends all sessions and gives a new one, and eight codes of which only hashes are stored", async () => {
    expect(idOf(token)).not.toBe("");
    expect(sessions.list()).toHaveLength(1);
    expect(new Set(recovery).size).toBe(LIMITS.recoveryCodes);
    expect(sessions.factor.state()).toMatchObject({ on: true, recovery_left: LIMITS.recoveryCodes });
    for (const name of readdirSync(folder())) {
      const bytes = readFileSync(path.join(folder(), name));
      for (const one of recovery) expect(bytes.includes(one) || bytes.includes(normalized(one))).toBe(false);
    }
    await expect(sessions.own.beginFactor(idOf(token), HERE, PASSWORD)).rejects.toThrow(ConflictError);
  });
});

describe("signing in", () => {
  it("asks for a code after the right password only: a wrong one says what it always said", async () => {
    expect(await refusal(signIn())).toBe(CODES.secondFactorNeeded);
    expect(await refusal(signIn(undefined, HERE, "falsch"))).toBe(401);
    expect(await refusal(signIn(code(), HERE, "falsch"))).toBe(401);
    expect(await refusal(signIn(code()))).toBe("in");
  });

  it("takes a code once, over a restart too, and none that lies further away than a step", async () => {
    const used = code();
    expect(await refusal(signIn(used))).toBe("in");
    expect(await refusal(signIn(used))).toBe(401);
    restart();
    expect(await refusal(signIn(used))).toBe(401);
    clock.advance(STEP);
    for (const offset of [-90_000, 90_000]) expect(await refusal(signIn(code(offset)))).toBe(401);
    expect(await refusal(signIn(code(STEP)))).toBe("in");
  });

  it("takes the code that confirmed it no second time", async () => {
    clock.advance(-2 * STEP + 1);
    expect(await refusal(signIn(code()))).toBe(401);
  });

  it("locks the address after five wrong codes, and a right password lifts nothing of it", async () => {
    for (let i = 0; i < LIMITS.loginFailures; i += 1) {
      expect(await refusal(signIn())).toBe(CODES.secondFactorNeeded);
      expect(await refusal(signIn("000000"))).toBe(401);
    }
    expect(await refusal(signIn(code()))).toBe(403);
    expect(await refusal(signIn())).toBe(403);
    clock.advance(30_000);
    expect(await refusal(signIn(code()))).toBe("in");
  });

  it("is braked over all addresses for who knows the password, and keeps out neither who was in nor a recovery code", async () => {
    restart();
    expect(await refusal(signIn(code(), "10.0.0.77"))).toBe("in");
    let judged = 0;
    for (let i = 0; i < 10_000; i += 1) {
      const outcome = await refusal(signIn(String(i).padStart(6, "0"), `10.${i >> 8}.${i & 255}.9`));
      expect(outcome).not.toBe("in");
      if (outcome === 401) judged += 1;
      clock.advance(1_000);
    }
    // 10,000 s: five, and then after 30 s, 1, 2, 4 … 60 minutes.
    expect(judged).toBeLessThanOrEqual(13);
    clock.advance(STEP);
    expect(await refusal(signIn(code(), "10.0.0.77"))).toBe("in");
    expect(await refusal(signIn(code(STEP), "10.200.0.1"))).toBe(403);
    expect(await refusal(signIn(recovery[0], "10.200.0.1"))).toBe("in");
  });

  it("is as before where it was never switched on", async () => {
    await sessions.own.factorOff(HERE, { agent: undefined, pwd: PASSWORD, otp: code() });
    expect(await refusal(signIn())).toBe("in");
    expect(await refusal(signIn("000000"))).toBe("in");
  });
});

describe("nobody is locked out for ever", () => {
  it("by a clock that is years off: each recovery code opens once", async () => {
    restart(Date.UTC(1970, 0, 1, 0, 5));
    const right = codeOf(secret, stepAt(Date.UTC(2026, 10, 25, 8, 5)));
    expect(await refusal(signIn(right))).toBe(401);
    for (const [index, one] of recovery.entries()) {
      const { recoveryLeft } = await signIn(one.toLowerCase());
      expect(recoveryLeft).toBe(LIMITS.recoveryCodes - index - 1);
      expect(await refusal(signIn(one, "10.1.1.1"))).not.toBe("in");
      clock.advance(LIMITS.loginLockMax);
    }
    expect(sessions.factor.state().recovery_left).toBe(0);
  });

  it("by a clock that ran ahead when a code was used", async () => {
    clock.jump(10 * 365 * 86_400_000);
    expect(await refusal(signIn(code()))).toBe("in");
    clock.jump(-10 * 365 * 86_400_000);
    expect(await refusal(signIn(code()))).toBe("in");
  });

  it("by a lost phone: the command on the device switches it off", async () => {
    const other = openStore({
      file: path.join(folder(), "state.db"),
      credentialFile: credentialFile(),
      now: () => 1,
    });
    await resetPassword(other, "vom Gerät gesetzt", clock.now());
    other.close();
    store.credential.replace(await quickHasher.hash("vom Gerät gesetzt"), clock.now());
    expect(sessions.factor.state().on).toBe(false);
    expect(await refusal(signIn(undefined, HERE, "vom Gerät gesetzt"))).toBe("in");
    expect(readFileSync(credentialFile(), "utf8")).not.toContain(secret);
  });
});

describe("it stays on", () => {
  it("with another password", async () => {
    await sessions.own.change(HERE, PASSWORD, "ein neues Passwort");
    expect(await refusal(signIn(undefined, HERE, "ein neues Passwort"))).toBe(CODES.secondFactorNeeded);
    expect(await refusal(signIn(code(), HERE, "ein neues Passwort"))).toBe("in");
  });

  it("when the database is lost, with the recovery codes that are left", async () => {
    await signIn(recovery[0]);
    store.close();
    for (const name of readdirSync(folder()))
      if (name.startsWith("state.db")) rmSync(path.join(folder(), name));
    open();
    expect(sessions.factor.state()).toMatchObject({ on: true, recovery_left: LIMITS.recoveryCodes - 1 });
    expect(await refusal(signIn())).toBe(CODES.secondFactorNeeded);
    expect(await refusal(signIn(recovery[0]))).toBe(401);
    expect(await refusal(signIn(code()))).toBe("in");
  });

  it("until password and code say otherwise; guessing the code there is braked on its own", async () => {
    const off = (pwd: string, otp: string) =>
      refusal(sessions.own.factorOff(HERE, { agent: undefined, pwd, otp }));
    expect(await off("falsch", code())).toBe(CODES.wrongPassword);
    for (let i = 0; i < LIMITS.loginFailures; i += 1)
      expect(await off(PASSWORD, "000000")).toBe(CODES.wrongCode);
    expect(await off(PASSWORD, code())).toBe(CODES.throttled);
    clock.advance(30_000);
    expect(await off(PASSWORD, code())).toBe("in");
    expect(sessions.factor.state().on).toBe(false);
  });

  it("with other recovery codes on request; those of before are worth nothing", async () => {
    const fresh = await sessions.own.renewRecovery(HERE, { agent: undefined, pwd: PASSWORD, otp: code() });
    expect(await refusal(signIn(recovery[0]))).toBe(401);
    expect(await refusal(signIn(fresh[0]))).toBe("in");
  });
});

it("writes neither codes nor the secret into the log", async () => {
  await refusal(signIn("000000"));
  await signIn(recovery[0]);
  const said = JSON.stringify(sink);
  for (const one of [secret, "000000", ...recovery]) expect(said).not.toContain(one);
});
