import { createLogger, MemoryLogSink, Scope, UnavailableError } from "@hubwart/core";
import type { DataRecord, HubEvent, HubStatus } from "@hubwart/ipc";
import { describe, expect, it } from "vitest";
import { createHubLink, type HubConnection } from "./hub-link.ts";

const status: HubStatus = {
  pid: 7,
  state: "running",
  started: 1,
  projectVersion: "3",
  projectId: "haus",
  pods: 0,
  podsOnline: 0,
};
const value = (chan: string): DataRecord => ({ chan, value: 1, quality: 0, last: 1, count: 1 });

function setup() {
  const asked: { name: string; parameters: unknown }[] = [];
  let event: (event: HubEvent) => void = () => undefined;
  let connected: (connected: boolean) => void = () => undefined;
  const answers: Record<string, unknown> = {
    status,
    pods: { pods: [] },
    scripts: { pod: null },
    watch: {},
    podRestart: {},
  };
  const connection = {
    connected: false as boolean,
    request: (name: string, parameters: unknown) => {
      asked.push({ name, parameters });
      return Promise.resolve(answers[name] as never);
    },
    onEvent: (handler: typeof event) => {
      event = handler;
    },
    onConnected: (handler: typeof connected) => {
      connected = handler;
    },
  } satisfies HubConnection;
  const scope = new Scope();
  const link = createHubLink(connection, scope, createLogger("system", "hub", new MemoryLogSink()));
  const switchTo = async (state: boolean) => {
    connection.connected = state;
    connected(state);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { link, scope, asked, switchTo, emit: (e: HubEvent) => event(e) };
}

describe("HubLink", () => {
  it("tells that something about the alarms changed", () => {
    const { emit, link } = setup();
    const counts = {
      priorities: [1, 0, 0, 0] as [number, number, number, number],
      unacked: 1,
      shelved: 0,
      suppressed: 0,
      maintenance: 0,
    };
    const heard: unknown[] = [];
    const end = link.on("alarms", (told) => heard.push(told));
    emit({ e: "alarms", counts });
    end();
    emit({ e: "alarms", counts });
    expect(heard).toEqual([counts]);
  });

  it("keeps the last state while the hub is away and refuses requests", async () => {
    const { link, switchTo } = setup();
    expect(link.status()).toBeUndefined();
    await expect(link.request("podRestart", { pod: "ping.a" })).rejects.toThrow(UnavailableError);
    await switchTo(true);
    expect(link.status()).toEqual(status);
    await link.request("podRestart", { pod: "ping.a" });
    await switchTo(false);
    expect(link.connected).toBe(false);
    expect(link.status()).toEqual(status);
  });

  it("learns of the pods before it says that the project runs", async () => {
    const { link, asked, switchTo } = setup();
    const heard: string[] = [];
    link.on("pods", () => heard.push("pods"));
    link.on("scripts", () => heard.push("scripts"));
    link.on("status", () => heard.push("status"));
    await switchTo(true);
    expect(asked.map(({ name }) => name)).toEqual(["pods", "scripts", "status"]);
    expect(heard).toEqual(["pods", "scripts", "status"]);
  });

  it("asks for all values when the patterns are more than the hub takes", async () => {
    const { link, asked, switchTo, emit } = setup();
    await switchTo(true);
    const names = (i: number) => Array.from({ length: 10_000 }, (_, n) => `mqtt.a.${i}x${n}`);
    for (let i = 0; i < 5; i += 1) link.watch(names(i), () => undefined);
    const filter = Array.from({ length: 5 }, (_, i) => names(i)).flat();
    expect(asked.at(-1)).toEqual({ name: "watch", parameters: { filter } });
    link.watch(["mqtt.b.x"], () => undefined);
    expect(asked.at(-1)).toEqual({ name: "watch", parameters: { filter: ["*"] } });
    const seen: string[] = [];
    link.watch(["ping.x.y"], (records) => seen.push(...records.map((record) => record.chan)));
    emit({ e: "values", records: [value("mqtt.a.1x1"), value("ping.x.y")] });
    expect(seen).toEqual(["ping.x.y"]);
  });

  it("asks for all values when the patterns are longer than a line to the hub may be", async () => {
    const { link, asked, switchTo } = setup();
    await switchTo(true);
    const names = Array.from({ length: 3_000 }, (_, n) => `mqtt.a.${"x".repeat(400)}${n}`);
    link.watch(names, () => undefined);
    expect(asked.at(-1)).toEqual({ name: "watch", parameters: { filter: ["*"] } });
  });

  it("asks for all values when there are many patterns, and once as long as that stays", async () => {
    const { link, asked, switchTo, emit } = setup();
    await switchTo(true);
    const watches = () => asked.filter(({ name }) => name === "watch").map(({ parameters }) => parameters);
    link.watch(
      Array.from({ length: 100 }, (_, n) => `mqtt.${n}.*`),
      () => undefined,
    );
    expect(watches()).toHaveLength(1);
    const seen: string[] = [];
    const stop = link.watch(["ping.?"], (records) => seen.push(...records.map(({ chan }) => chan)));
    expect(watches().at(-1)).toEqual({ filter: ["*"] });
    link.watch(["ping.a*"], () => undefined)();
    expect(watches()).toHaveLength(2);
    emit({ e: "values", records: [value("ping.a"), value("mqtt.x")] });
    expect(seen).toEqual(["ping.a"]);
    stop();
    expect(watches()).toHaveLength(3);
    await switchTo(false);
    await switchTo(true);
    expect(watches()).toHaveLength(4);
  });

  it("asks a watcher that knows, not its patterns", async () => {
    const { link, switchTo, emit } = setup();
    await switchTo(true);
    const seen: string[] = [];
    const handler = (records: DataRecord[]) => seen.push(...records.map(({ chan }) => chan));
    link.watch(["mqtt.*"], handler, (chan) => chan.endsWith("b"));
    emit({ e: "values", records: [value("mqtt.a"), value("mqtt.b")] });
    expect(seen).toEqual(["mqtt.b"]);
  });

  it("hands each watcher only what its patterns name, also after a reconnection", async () => {
    const { link, asked, switchTo, emit } = setup();
    await switchTo(true);
    const a: string[] = [];
    const b: string[] = [];
    const stopA = link.watch(["mqtt.*"], (records) => a.push(...records.map((r) => r.chan)));
    link.watch(["ping.x.?"], (records) => b.push(...records.map((r) => r.chan)));
    emit({ e: "values", records: [value("mqtt.a.b"), value("ping.x.y"), value("ping.x.yy")] });
    expect([a, b]).toEqual([["mqtt.a.b"], ["ping.x.y"]]);
    await switchTo(false);
    asked.length = 0;
    await switchTo(true);
    expect(asked).toContainEqual({ name: "watch", parameters: { filter: ["mqtt.*", "ping.x.?"] } });
    stopA();
    expect(asked.at(-1)).toEqual({ name: "watch", parameters: { filter: ["ping.x.?"] } });
  });

  it("tells its listeners until they leave", async () => {
    const { link, switchTo, emit } = setup();
    const seen: string[] = [];
    const leave = link.on("status", (s) => seen.push(s.state));
    link.on("connected", (c) => seen.push(String(c)));
    await switchTo(true);
    emit({ e: "status", status: { ...status, state: "stopped" } });
    leave();
    emit({ e: "status", status });
    expect(seen).toEqual(["true", "running", "stopped"]);
  });
});
