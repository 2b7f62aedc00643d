import type { ProxyRule } from "@hubwart/containers";
import { InvalidInputError, ManualClock, NotFoundError, ResultError, UnavailableError } from "@hubwart/core";
import { beforeEach, describe, expect, it } from "vitest";
import { parseHeaders } from "./headers.ts";
import { TargetNames } from "./names.ts";
import { ProxyRules } from "./rules.ts";
import { resolveAddress, resolveTarget } from "./targets.ts";

const parts = {
  podPorts: (id: string) => (id === "http_in.a.b" ? [18_080] : id === "ping.x" ? [] : undefined),
  ownPort: 8080,
};

describe("targets", () => {
  it.each([
    [{ target: "grafana", user_url: "" }, { dial: "127.0.0.1:23000" }],
    [{ target: "mosquitto", user_url: "" }, { dial: "127.0.0.1:21883" }],
    [{ target: "http_in.pod.a.b", user_url: "" }, { dial: "127.0.0.1:18080" }],
    [{ target: "user", user_url: "10.0.0.1:81" }, { dial: "10.0.0.1:81" }],
    [{ target: "user", user_url: "[::1]:81" }, { dial: "[::1]:81" }],
    [{ target: "user", user_url: "influxdb:8086" }, { dial: "127.0.0.1:28086" }],
    [{ target: "user", user_url: "hub:80" }, { dial: "127.0.0.1:8080" }],
    [{ target: "user", user_url: "HUB:1502" }, { dial: "127.0.0.1:1502" }],
  ])("%j", (rule, expected) => {
    expect(resolveTarget(rule, parts)).toEqual(expected);
  });

  it("says what a pod lacks", () => {
    expect(resolveTarget({ target: "ping.pod.x", user_url: "" }, parts)).toEqual({
      problem: "Der Pod „ping.x“ hat keinen offenen Port.",
    });
    expect(resolveTarget({ target: "ping.pod.y", user_url: "" }, parts)).toHaveProperty("problem");
  });

  it.each(["", "x", "x:0", "x:65536", "x:1\n", "x :1\ny:2", "http://x:1", "a b:1", ":1"])(
    "refuses %j",
    (text) => {
      const resolved = resolveAddress(text, { ownPort: 1 });
      // Blanks around an address are nobody's intention.
      if (text.trim() === "x:1") expect(resolved).toEqual({ dial: "x:1" });
      else expect(resolved).toHaveProperty("problem");
    },
  );
});

describe("headers", () => {
  it("reads one a line, blank ones aside", () => {
    expect(parseHeaders("X-A: 1\r\n\n  X-B :  a: b  ")).toEqual([
      { name: "X-A", value: "1" },
      { name: "X-B", value: "a: b" },
    ]);
  });
  it.each([
    "nothing",
    ": x",
    "X Y: 1",
    "Host: a",
    "connection: close",
    "X: a\u0000b",
    `X: ${"a".repeat(3000)}`,
    "X: 1\n".repeat(51),
  ])("refuses %j", (text) => {
    expect(typeof parseHeaders(text)).toBe("string");
  });
});

describe("rules", () => {
  const rule = {
    active: true,
    name: "a",
    port: 9000,
    protocol: "http" as const,
    target: "user" as const,
    user_url: "10.0.0.1:1",
    user_header: "",
  };
  let stored: unknown;
  let applied: ProxyRule[][];
  let refuse: Error | undefined;
  let rules: ProxyRules;
  /** Addresses by name. */
  let known: Record<string, string>;
  /** What is wrong with targets. */
  let away: Record<string, string>;
  let certificates: Set<string>;
  /** Ports of others. */
  let owners: Record<number, string>;
  let running: boolean;
  /** What the trial says; undefined: the proxy does not run. */
  let printed: string | undefined;
  let tried: ProxyRule[];

  beforeEach(() => {
    stored = [];
    applied = [];
    refuse = undefined;
    known = {};
    away = {};
    owners = { 22: "dem Programm „sshd“" };
    running = true;
    printed = undefined;
    tried = [];
    certificates = new Set();
    const clock = new ManualClock();
    const settings = { read: () => stored, write: (_: unknown, value: unknown) => void (stored = value) };
    rules = new ProxyRules({
      store: { settings: settings as never },
      clock,
      names: new TargetNames(clock, async (name) => known[name] ?? Promise.reject(new Error("ENOTFOUND"))),
      reach: {
        check: async (dial) => away[dial],
        look: () => undefined,
        problem: (dial) => away[dial],
      },
      hasCertificate: (id) => certificates.has(id),
      resolve: (one) => resolveTarget(one, parts),
      owner: async (port) => owners[port],
      running: async () => running,
      trial: async (given) => {
        tried.push(given);
        return printed;
      },
      apply: async (given) => {
        if (refuse) throw refuse;
        applied.push(given);
      },
    });
  });

  it("are handed over with what they resolve to", async () => {
    const id = await rules.set({ ...rule, user_header: "X: 1" });
    expect(applied).toEqual([
      [{ id, port: 9000, protocol: "http", dial: "10.0.0.1:1", headers: [{ name: "X", value: "1" }] }],
    ]);
  });

  it("are not handed over anew for a change that changes nothing there", async () => {
    const id = await rules.set(rule);
    await rules.set({ ...rule, id, name: "another name" });
    expect(applied).toHaveLength(1);
    expect(rules.find(id).name).toBe("another name");
  });

  it("stay as they were when the proxy refuses", async () => {
    await rules.set(rule);
    const before = rules.all();
    refuse = new ResultError(1002, "no");
    await expect(rules.set({ ...rule, port: 9001 })).rejects.toThrow("no");
    expect(rules.all()).toEqual(before);
  });

  it("are handed over once more after a change failed, whose answer may only have been late", async () => {
    const id = await rules.set(rule);
    refuse = new UnavailableError("late");
    await expect(rules.set({ ...rule, port: 9001 })).rejects.toThrow("late");
    await expect(rules.followNames()).rejects.toThrow("late");
    refuse = undefined;
    await rules.followNames();
    expect(applied.map((given) => given.map((one) => one.id))).toEqual([[id], [id]]);
    await rules.followNames();
    expect(applied).toHaveLength(2);
  });

  it("are told again to a proxy that ran on: of what was before, and after nobody could tell it", async () => {
    stored = [{ id: "a", ...rule }];
    await rules.followNames();
    await rules.followNames();
    expect(applied.map((given) => given.map(({ id }) => id))).toEqual([["a"]]);
    expect(rules.stale).toBe(false);
    rules.doubt();
    await rules.followNames();
    expect(applied).toHaveLength(2);
  });

  it("are stale once they lead elsewhere than the proxy was told at its start", async () => {
    expect(rules.stale).toBe(false);
    stored = [{ id: "a", ...rule, certificate: "0011aabb", protocol: "https" }];
    expect(await rules.served()).toEqual([]);
    expect(rules.stale).toBe(false);
    certificates.add("0011aabb");
    expect(rules.stale).toBe(true);
    await rules.refresh();
    expect(rules.stale).toBe(false);
  });

  it("one that cannot work does not stop the others", async () => {
    await rules.set(rule);
    await rules.set({ ...rule, port: 9001, target: "ping.pod.x" });
    await rules.set({ ...rule, name: "same port" });
    expect(rules.inForce()).toHaveLength(1);
    expect(rules.shown().map(({ problem }) => problem)).toEqual([
      undefined,
      "Der Pod „ping.x“ hat keinen offenen Port.",
      "Den Port 9000 verwendet schon die Regel „a“.",
    ]);
  });

  it("refuse a taken port by the name of its owner, unless the rule is not in use", async () => {
    await expect(rules.set({ ...rule, port: 22 })).rejects.toThrow(
      "Der Port 22 wird bereits von dem Programm „sshd“ verwendet.",
    );
    await rules.set({ ...rule, port: 22, active: false });
    expect(rules.all()).toHaveLength(1);
  });

  it("one whose port somebody took while the proxy was down is left out and marked, until it is free", async () => {
    const id = await rules.set(rule);
    await rules.set({ ...rule, port: 9001 });
    running = false;
    owners[9000] = "dem Programm „andere“";
    expect((await rules.served()).map(({ port }) => port)).toEqual([9001]);
    expect(rules.shown().find((one) => one.id === id)?.problem).toBe(
      "Der Port 9000 wird bereits von dem Programm „andere“ verwendet.",
    );
    running = true;
    // Its own port, which every look would now say is in use.
    owners[9001] = "dem Programm „haproxy“";
    await rules.followNames();
    expect(rules.inForce().map(({ port }) => port)).toEqual([9001]);
    delete owners[9000];
    await rules.followNames();
    expect(applied.at(-1)?.map(({ port }) => port)).toEqual([9000, 9001]);
  });

  it("refuse to lead back to the proxy, also over others", async () => {
    const own = (port: number) => ({ user_url: `127.0.0.1:${port}`, protocol: "tcp" as const });
    await expect(rules.set({ ...rule, ...own(9000) })).rejects.toThrow(
      "Die Regel führt im Kreis zum Proxy zurück: „a“ → „a“.",
    );
    for (const host of [
      "[::ffff:7f00:1]",
      "[0:0:0:0:0:0:0:1]",
      "[::ffff:0.0.0.0]",
      "[::ffff:127.0.0.1]",
      "0.0.0.0",
    ])
      await expect(rules.set({ ...rule, ...own(9000), user_url: `${host}:9000` })).rejects.toThrow(
        "im Kreis",
      );
    await rules.set({ ...rule, name: "eins", ...own(9001) });
    const two = await rules.set({ ...rule, name: "zwei", port: 9001, user_url: "10.0.0.1:1" });
    await rules.set({ ...rule, name: "drei", port: 9002, ...own(9000) });
    const circle = { ...rule, id: two, name: "zwei", port: 9001, user_url: "[::1]:9002" };
    await expect(rules.set(circle)).rejects.toThrow("„zwei“ → „drei“ → „eins“ → „zwei“");
    expect(await rules.check(circle)).toMatchObject({
      problem: expect.stringContaining("im Kreis"),
      about: "rule",
    });
    expect(rules.inForce()).toHaveLength(3);
    await rules.set({ ...circle, active: false });
  });

  it("one that leads back since its name has another address is left out, and those around it serve", async () => {
    known["wandernd.lan"] = "192.0.2.7";
    await rules.set({ ...rule, user_url: "wandernd.lan:9000" });
    await rules.set({ ...rule, port: 9001 });
    known["wandernd.lan"] = "127.0.0.1";
    await rules.followNames();
    expect(applied.at(-1)?.map(({ port }) => port)).toEqual([9001]);
    expect(rules.shown()[0]?.problem).toContain("im Kreis");
  });

  it("lead to addresses; one whose name nobody knows is marked, and in force once somebody does", async () => {
    await rules.set(rule);
    await rules.set({ ...rule, port: 9001, user_url: "kamera.lan:80" });
    expect(rules.inForce()).toHaveLength(1);
    expect(rules.shown()[1]?.problem).toBe("Der Name in kamera.lan:80 lässt sich nicht auflösen (DNS).");
    known["kamera.lan"] = "192.0.2.7";
    await rules.followNames();
    expect(applied.at(-1)?.map(({ dial }) => dial)).toEqual(["10.0.0.1:1", "192.0.2.7:80"]);
    known["kamera.lan"] = "2001:db8::7";
    await rules.followNames();
    expect(applied.at(-1)?.[1]?.dial).toBe("[2001:db8::7]:80");
    // Nobody knows it for a while: the last address stays.
    known = {};
    const before = applied.length;
    await rules.followNames();
    expect(applied).toHaveLength(before);
  });

  it("are checked before they are stored, and marked while their target is away", async () => {
    const reached = { hop: "tcp", ok: true, text: "10.0.0.1:1 nimmt Verbindungen an" };
    expect(await rules.check(rule)).toEqual({ hops: [reached] });
    printed = "status=200 end=--";
    expect((await rules.check({ ...rule, user_header: "X: 1" })).hops).toMatchObject([
      reached,
      { hop: "http", ok: true },
    ]);
    expect(tried.at(-1)).toMatchObject({ dial: "10.0.0.1:1", headers: [{ name: "X", value: "1" }] });
    printed = "status=502 end=SH";
    expect(await rules.check(rule)).toMatchObject({
      problem: expect.stringContaining("nicht mit HTTP"),
      about: "target",
    });
    known["da.lan"] = "192.0.2.7";
    expect((await rules.check({ ...rule, protocol: "tcp", user_url: "da.lan:80" })).hops).toEqual([
      { hop: "name", ok: true, text: "da.lan:80 führt zu 192.0.2.7:80" },
      { hop: "tcp", ok: true, text: "192.0.2.7:80 nimmt Verbindungen an" },
    ]);
    away["10.0.0.1:1"] = "Verbindung zu 10.0.0.1:1 abgelehnt";
    expect(await rules.check(rule)).toMatchObject({ problem: away["10.0.0.1:1"], about: "target" });
    expect(await rules.check({ ...rule, user_url: "kamera.lan:80" })).toMatchObject({
      problem: expect.stringMatching(/kamera\.lan/),
      about: "target",
    });
    await expect(rules.check({ ...rule, port: 22 })).rejects.toThrow("sshd");
    await expect(rules.check({ ...rule, user_url: "x" })).rejects.toThrow(InvalidInputError);
    expect(rules.all()).toEqual([]);
    const id = await rules.set(rule);
    expect(rules.shown()).toEqual([{ ...rule, id, unreachable: "Verbindung zu 10.0.0.1:1 abgelehnt" }]);
    expect(rules.inForce()).toHaveLength(1);
    expect(await rules.check(rule)).toEqual({
      problem: "Den Port 9000 verwendet schon die Regel „a“.",
      about: "rule",
      hops: [],
    });
    for (const other of [{ id }, { active: false }])
      expect((await rules.check({ ...rule, ...other })).problem).toMatch(/abgelehnt/);
  });

  it("have the certificate they name; without it they are not in force", async () => {
    certificates.add("c1");
    const id = await rules.set({ ...rule, protocol: "https", certificate: "c1" });
    await rules.set({ ...rule, port: 9001, certificate: "c1" });
    expect(rules.inForce().map(({ certificate }) => certificate)).toEqual(["c1", undefined]);
    expect([...rules.certificatesInUse()]).toEqual(["c1"]);
    certificates.clear();
    expect(rules.inForce()).toHaveLength(1);
    expect(rules.shown().find((one) => one.id === id)?.problem).toMatch(/Zertifikat/);
  });

  it("refuse an unknown id, an address without a port, headers without http", async () => {
    await expect(rules.set({ ...rule, id: "nobody" })).rejects.toThrow(NotFoundError);
    await expect(rules.delete("nobody")).rejects.toThrow(NotFoundError);
    await expect(rules.set({ ...rule, user_url: "x" })).rejects.toThrow(InvalidInputError);
    await expect(rules.set({ ...rule, protocol: "tcp", user_header: "X: 1" })).rejects.toThrow(
      InvalidInputError,
    );
    expect(applied).toEqual([]);
  });
});
