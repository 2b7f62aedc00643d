/** Every call of the contract, asked with tokens of programs: of each level, foreign, expired, revoked, from elsewhere, by its address. */
import {
  type CallName,
  type CallSpec,
  CODES,
  calls,
  LEVELS,
  type Level,
  reachedByTokens,
} from "@hubwart/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { signedIn } from "../testing/signed-in.ts";
import { SPECS, useTokenStage } from "../testing/token-stage.ts";

const named = SPECS.filter(([, spec]) => spec.access !== "public");
const { ask, clock, guess, machineTokens, made, reached, throttle } = useTokenStage();
const make = (name: string, level: Level, more: object = {}) => {
  const { id, token } = machineTokens.create(signedIn("admin"), { name, level, days: null, ...more });
  made[name] = token;
  return id;
};
beforeAll(() => {
  for (const level of LEVELS) make(level, level);
  make("here", "admin", { networks: ["127.0.0.0/8"] });
  make("elsewhere", "admin", { networks: ["10.0.0.0/8"] });
  make("channels", "admin", { channels: ["a.*"] });
  make("expired", "admin", { days: 1 });
  machineTokens.revoke(make("revoked", "admin"));
  clock.advance(86_400_000);
});

async function outcome(name: CallName, spec: CallSpec, token: string, query = false): Promise<string> {
  const got = await ask(name, spec, token, query);
  if (got.outcome === "past the gate") expect([400, 403, 404]).toContain(got.status);
  return got.outcome;
}

describe("each call, asked with a token of a program", () => {
  it.each(named)("%s answers those it is for, and nobody else", async (name, spec) => {
    const may = (level: Level) =>
      reachedByTokens(spec.path) && LEVELS.indexOf(level) >= LEVELS.indexOf(spec.needs ?? "admin")
        ? "past the gate"
        : "forbidden";
    const got: Record<string, string> = {};
    const wanted: Record<string, string> = {
      foreign: "nobody",
      expired: "nobody",
      revoked: "nobody",
      elsewhere: "nobody",
      address: "nobody",
      here: may("admin"),
      channels: spec.channels === "whole" ? "forbidden" : may("admin"),
    };
    for (const level of LEVELS) wanted[level] = may(level);
    for (const kind of Object.keys(wanted)) {
      const token = made[kind] ?? (kind === "address" ? (made["admin"] ?? "") : `hwt_${"A".repeat(43)}`);
      got[kind] = await outcome(name, spec, token, kind === "address");
    }
    expect(got).toEqual(wanted);
  });

  it.each([
    "machineTokens machineTokenCreate machineTokenRevoke",
    "changePw refresh logout sessionList sessionEnd sessionEndOthers ticket",
    "secondFactor secondFactorBegin secondFactorConfirm secondFactorOff secondFactorRecovery",
    "passkeys passkeyBegin passkeyConfirm passkeyRename passkeyRemove",
    "unsavedList unsavedRead unsavedKeep unsavedDrop wsUserSet wsUserToken metricsTokenCreate",
  ])("reaches none of %s", (names) => {
    const open = names.split(" ").filter((name) => reachedByTokens(calls[name as CallName].path));
    expect(open).toEqual([]);
  });

  it("reaches nothing below people, whatever comes there", () => {
    expect(["/system/people", "/system/people/save", "/system/mcp/config"].map(reachedByTokens)).toEqual([
      false,
      false,
      false,
    ]);
    expect(reachedByTokens("/system/peoples")).toBe(true);
  });
});

describe("who tries tokens that are none", () => {
  it("is braked, while a valid token is let through", async () => {
    throttle.succeeded("token:127.0.0.1");
    const look = (token: string) => guess("/pods", token);
    const statuses: number[] = [];
    for (let at = 0; at < 7; at += 1) statuses.push((await look(`hwt_${"B".repeat(43)}`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 403, 403]);
    const locked = await look(`hwt_${"B".repeat(43)}`);
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(0);
    const { code } = (await (await look(made["see"] ?? "")).json()) as { code: number };
    expect([code, reached.has("pods")]).toEqual([CODES.forbidden, true]);
  });
});
