import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Caller, LIMITS } from "@hubwart/contract";
import { ConflictError, InvalidInputError, ManualClock, NotFoundError } from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { signedIn } from "../../testing/signed-in.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { tokenFindings } from "./findings.ts";
import { networksOf } from "./networks.ts";
import { tokensSetting, usesSetting } from "./settings.ts";
import { MachineTokens, type TokenParts } from "./tokens.ts";

const DAY = 86_400_000;
const HERE = "192.168.10.7";
const ADMIN = signedIn("admin");
const plain = { name: "Leitstand", level: "operate", days: null } as const;

let folder: string;
let clock: ManualClock;
let store: Store;
let owner: ReturnType<TokenParts["ownerNow"]>;
const elsewhere: string[] = [];
const open = () =>
  new MachineTokens({
    store,
    clock,
    ownerNow: () => owner,
    elsewhere: (name, address) => elsewhere.push(`${name} ${address}`),
  });

beforeEach(() => {
  clock = new ManualClock();
  folder = mkdtempSync(path.join(tmpdir(), "tokens-"));
  store = openTestStore(folder, clock);
  owner = { level: "admin", bounds: undefined };
  elsewhere.length = 0;
});

afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

describe("a token of a program", () => {
  it("is 256 random bits, told once, and stored as a hash alone", () => {
    const { id, token } = open().create(ADMIN, plain);
    expect(token).toMatch(/^hwt_[A-Za-z0-9_-]{43}$/);
    const kept = JSON.stringify(store.settings.read(tokensSetting));
    expect(kept).toContain(id);
    expect(kept).not.toContain(token.slice(4));
    expect(JSON.stringify(open().list())).not.toContain(token.slice(4));
    // Of a later start, too.
    expect(open().authenticate(token, HERE)).toEqual({
      id: `token:${id}`,
      who: { kind: "token", id, name: "Leitstand", owner: "Administrator" },
      level: "operate",
      bounds: undefined,
    });
  });

  it("is no other text, however near", () => {
    const tokens = open();
    const { token } = tokens.create(ADMIN, plain);
    const near = [token.slice(0, -1), `${token}A`, token.toUpperCase(), `hwt_${"A".repeat(43)}`, "hwt_", ""];
    expect(near.filter((text) => tokens.authenticate(text, HERE))).toEqual([]);
  });

  it("is over when it expires, and when it is revoked", () => {
    const tokens = open();
    const { id, token } = tokens.create(ADMIN, { ...plain, days: 2 });
    clock.advance(2 * DAY - 1);
    expect(tokens.authenticate(token, HERE)).toBeDefined();
    clock.advance(1);
    expect(tokens.authenticate(token, HERE)).toBeUndefined();
    expect(tokens.list()[0]?.state).toBe("expired");
    clock.jump(-DAY);
    tokens.revoke(id);
    expect(tokens.authenticate(token, HERE)).toBeUndefined();
    expect(open().authenticate(token, HERE)).toBeUndefined();
    expect(() => tokens.revoke(id)).toThrow(NotFoundError);
  });

  it("does what its owner may, and no more, as long as there is one", () => {
    const tokens = open();
    const { token } = tokens.create(ADMIN, { ...plain, level: "engineer" });
    owner = { level: "see", bounds: undefined };
    expect(tokens.authenticate(token, HERE)?.level).toBe("see");
    owner = { level: "admin", bounds: { channels: ["a.*"], areas: ["trace"] } };
    expect(tokens.authenticate(token, HERE)).toMatchObject({
      level: "engineer",
      bounds: { channels: ["a.*"], areas: ["trace"] },
    });
    owner = undefined;
    expect(tokens.authenticate(token, HERE)).toBeUndefined();
    expect(tokens.list()[0]?.state).toBe("stopped");
  });

  it("is kept to its own channels; with an owner who is kept to others it does nothing", () => {
    const tokens = open();
    const { token } = tokens.create(ADMIN, { ...plain, channels: ["a.*"] });
    expect(tokens.authenticate(token, HERE)?.bounds).toEqual({ channels: ["a.*"] });
    owner = { level: "admin", bounds: { channels: ["b.*"] } };
    expect(tokens.authenticate(token, HERE)).toBeUndefined();
  });

  it("is not made beyond its maker's level, by a token, twice by one name, or without end", () => {
    const tokens = open();
    const low: Caller = { ...ADMIN, level: "operate" };
    expect(() => tokens.create(low, { ...plain, level: "engineer" })).toThrow(InvalidInputError);
    const { token } = tokens.create(ADMIN, { ...plain, level: "admin" });
    const machine = tokens.authenticate(token, HERE);
    expect(() => tokens.create(machine ?? ADMIN, { ...plain, name: "Kind" })).toThrow(InvalidInputError);
    expect(() => tokens.create(ADMIN, plain)).toThrow(InvalidInputError);
    for (let at = 1; at < LIMITS.machineTokens; at += 1) tokens.create(ADMIN, { ...plain, name: `t${at}` });
    expect(() => tokens.create(ADMIN, { ...plain, name: "zuviel" })).toThrow(ConflictError);
  });

  it("counts from its networks only, and says who tried it elsewhere", () => {
    const tokens = open();
    const { token } = tokens.create(ADMIN, { ...plain, networks: ["192.168.10.0/24", "fd00::/8"] });
    const from = (address: string) => tokens.authenticate(token, address) !== undefined;
    expect([HERE, "::ffff:192.168.10.9", "fd12::1", "fd12::1%eth0"].map(from)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(["192.168.11.7", "::ffff:10.0.0.1", "fe80::1", "", "name"].map(from)).toEqual(
      Array(5).fill(false),
    );
    expect(elsewhere[0]).toBe("Leitstand 192.168.11.7");
  });

  it("ends what it opened: at once when revoked, at the next look when it expired or its owner is gone", () => {
    const tokens = open();
    const ended: string[] = [];
    const begin = (name: string, days: number | null) => {
      const { id } = tokens.create(ADMIN, { ...plain, name, days });
      tokens.onEnd(`token:${id}`, () => ended.push(name));
      return id;
    };
    const [revoked] = [begin("widerrufen", null), begin("abgelaufen", 1), begin("herrenlos", null)];
    tokens.sweep();
    expect(ended).toEqual([]);
    tokens.revoke(revoked ?? "");
    expect(ended).toEqual(["widerrufen"]);
    clock.advance(DAY);
    tokens.sweep();
    expect(ended).toEqual(["widerrufen", "abgelaufen"]);
    owner = undefined;
    tokens.sweep();
    tokens.sweep();
    expect(ended).toEqual(["widerrufen", "abgelaufen", "herrenlos"]);
    tokens.onEnd("token:x", () => ended.push("nie da"));
    expect(ended.at(-1)).toBe("nie da");
  });

  it("notes its use in memory at once, and on the disk once an hour", () => {
    const tokens = open();
    const { id, token } = tokens.create(ADMIN, plain);
    const written = () => store.settings.read(usesSetting)[id];
    tokens.authenticate(token, HERE);
    const first = clock.now();
    clock.advance(3_000_000);
    tokens.authenticate(token, HERE);
    expect([tokens.list()[0]?.used, written()]).toEqual([clock.now(), first]);
    clock.advance(600_000);
    tokens.authenticate(token, HERE);
    expect(written()).toBe(clock.now());
  });

  it("of somebody before is over with a new first password", () => {
    const tokens = open();
    const { token } = tokens.create(ADMIN, plain);
    tokens.revokeAll();
    expect(tokens.authenticate(token, HERE)).toBeUndefined();
    expect(open().list()).toEqual([]);
  });
});

describe("networks", () => {
  it("are single addresses and ranges of both families, with bits of a host as well", () => {
    const from = networksOf(["10.1.2.3", "172.16.5.9/12", "2001:db8::1"]);
    expect(["10.1.2.3", "172.31.255.255", "2001:db8::1"].every(from)).toBe(true);
    expect(["10.1.2.4", "172.32.0.0", "2001:db8::2"].some(from)).toBe(false);
  });
});

describe("the health banner", () => {
  const codes = (tokens: MachineTokens) =>
    tokenFindings(tokens.list(), clock.now()).map(({ code }) => code.split(":")[0]);
  it("tells of a token that nobody used for 180 days, since it was made or used last", () => {
    const tokens = open();
    const { token } = tokens.create(ADMIN, plain);
    clock.advance(100 * DAY);
    tokens.authenticate(token, HERE);
    clock.advance(180 * DAY - 1);
    expect(codes(tokens)).toEqual([]);
    clock.advance(1);
    expect(codes(tokens)).toEqual(["token-silent"]);
  });
  it("tells of one that is about to expire, and of one that has", () => {
    const tokens = open();
    tokens.create(ADMIN, { ...plain, days: 30 });
    clock.advance(15 * DAY);
    expect(codes(tokens)).toEqual([]);
    clock.advance(DAY);
    expect(codes(tokens)).toEqual(["token-expires"]);
    clock.advance(14 * DAY);
    expect(codes(tokens)).toEqual(["token-expired"]);
  });
});
