import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { CODES } from "@hubwart/contract";
import {
  ConflictError,
  createLogger,
  dataLayout,
  InvalidInputError,
  ManualClock,
  MemoryLogSink,
  NotFoundError,
  UnavailableError,
} from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { describe, expect, it } from "vitest";
import { keptTo } from "../../http/bounds.ts";
import { ScriptedHub, scriptedPod } from "../../testing/scripted-hub.ts";
import { checkParams } from "./params.ts";
import { PodService } from "./service.ts";
import { PodSettings } from "./settings.ts";

const folder = useFolder();

const sink = new MemoryLogSink();
const PLACE: [number, number] = [0, 4];
async function setup() {
  const layout = dataLayout(folder());
  const hub = new ScriptedHub();
  hub.podList = [
    scriptedPod("mqtt.a", {
      ifaces: [{ iface: "main", state: true, active: 1, count: 1, last: 5, port: 1883 }],
    }),
    scriptedPod("knx.b", { label: "Haus", error: "Grund" }),
  ];
  const settings = await PodSettings.open(layout, createLogger("system", "pods", sink));
  const clock = new ManualClock();
  const places = { tables: [["a.xlsx", "pods"] as [string, string]], rows: { "mqtt.a/main": PLACE } };
  const rest = { clock, places: () => Promise.resolve(places), compiledFile: () => undefined };
  return { layout, hub, settings, clock, service: new PodService(layout, hub, settings, rest) };
}

describe("PodService", () => {
  it("asks a pod what its type can answer, and says what that is", async () => {
    const { hub, service } = await setup();
    hub.podList = [
      scriptedPod("modb_client.a", {
        ifaces: [{ iface: "main", state: true, active: 1, count: 1, last: 5 }],
      }),
      ...hub.podList,
    ];
    hub.say({ state: "running" });
    expect(service.methods("modb_client.a").toSorted()).toEqual(["check", "read"]);
    expect(service.methods("knx.b").toSorted()).toEqual(["check", "reconnect", "send", "telegrams"]);
    const read = { value: 1, quality: 0, ts: 5 };
    hub.answers.podAsk = () => ({ result: read });
    expect(await service.read("modb_client.a", "modb_client.a.x")).toEqual(read);
    await service.check("modb_client.a", "main");
    expect(hub.asked.map(({ parameters }) => parameters)).toEqual([
      { pod: "modb_client.a", method: "read", params: {}, chan: "modb_client.a.x" },
      { pod: "modb_client.a", method: "check", params: { iface: "main" } },
    ]);
    await expect(service.check("modb_client.a", "other")).rejects.toBeInstanceOf(NotFoundError);
    await expect(service.read("mqtt.a", "mqtt.a.x")).rejects.toBeInstanceOf(NotFoundError);
    await expect(service.read("mqtt.none", "x")).rejects.toBeInstanceOf(NotFoundError);
  });

  it("tells whoever is kept to some channels of field devices of theirs", async () => {
    const { hub, service } = await setup();
    const iface = { iface: "main", state: true, active: 1, count: 1, last: 5 };
    hub.podList = [scriptedPod("asset.a", { ifaces: [iface] })];
    hub.say({ state: "running" });
    const assets = [{ asset: "waage", iface: "main" }];
    hub.answers.podAsk = () => ({ result: { assets, total: 1 } });
    expect(await service.assets("asset.a")).toEqual(assets);
    // Of no channel of the project, which this test has none of.
    expect(await service.assets("asset.a", keptTo({ bounds: { channels: ["asset.*"] } }))).toEqual([]);
    const other = keptTo({ bounds: { channels: ["mqtt.*"] } });
    await expect(service.assets("asset.a", other)).rejects.toBeInstanceOf(NotFoundError);
  });

  it("has a test message sent, a few per pod and minute", async () => {
    const { clock, hub, service } = await setup();
    const iface = { iface: "main", state: true, active: 1, count: 1, last: 5 };
    hub.podList = [
      scriptedPod("email.a", { ifaces: [iface] }),
      scriptedPod("email.b", { ifaces: [iface] }),
      scriptedPod("mqtt.c", { ifaces: [iface] }),
    ];
    hub.say({ state: "running" });
    const result = { sent: true, text: "250 2.0.0 Ok" };
    hub.answers.podAsk = () => ({ result });
    expect(await service.test("email.a", "main", undefined)).toEqual(result);
    expect(await service.test("email.a", "main", "a@example.org")).toEqual(result);
    expect(hub.asked.map(({ parameters }) => parameters)).toEqual([
      { pod: "email.a", method: "test", params: { iface: "main" } },
      { pod: "email.a", method: "test", params: { iface: "main", to: "a@example.org" } },
    ]);
    await expect(service.test("email.a", "other", undefined)).rejects.toBeInstanceOf(NotFoundError);
    await expect(service.test("mqtt.c", "main", undefined)).rejects.toBeInstanceOf(NotFoundError);
    // A refused one does not count.
    clock.advance(20_000);
    for (let i = 0; i < 3; i += 1) await service.test("email.a", "main", undefined);
    await expect(service.test("email.a", "main", undefined)).rejects.toMatchObject({
      code: CODES.throttled,
      retryAfter: 40,
    });
    expect(hub.asked).toHaveLength(5);
    expect(await service.test("email.b", "main", undefined)).toEqual(result);
    clock.advance(40_000);
    expect(await service.test("email.a", "main", undefined)).toEqual(result);
  });

  it("lists pods as the hub reports them, and as stopped while it is away", async () => {
    const { hub, service } = await setup();
    hub.say({ state: "running" });
    const { pods } = await service.list(false);
    expect(pods).toMatchObject([
      { id: "mqtt.a", running: true, connected: true },
      { id: "knx.b", label: "Haus", error: "Grund" },
    ]);
    hub.goAway();
    expect((await service.list(true)).pods[0]).toMatchObject({
      running: false,
      connected: false,
      started: 0,
      stat: { memory: 0, cpu: 0 },
    });
    expect(hub.asked).toEqual([]);
    hub.answers.pods = () => ({ pods: [scriptedPod("ping.c")] });
    hub.say({});
    expect((await service.list(true)).pods.map((pod) => pod.id)).toEqual(["ping.c"]);
  });

  it("tells a pod that runs without its connection from one that has it", async () => {
    const { hub, service } = await setup();
    hub.say({ state: "running" });
    const iface = { iface: "main", active: 0, count: 1, last: 5 };
    hub.podList = [
      scriptedPod("mqtt.a", { ifaces: [{ ...iface, state: false, error: "abgelehnt" }] }),
      scriptedPod("modb_client.b", {
        ifaces: [
          { ...iface, state: true },
          { ...iface, iface: "two", state: false },
        ],
      }),
      scriptedPod("http_out.c"),
    ];
    const { pods } = await service.list(false);
    expect(pods.map(({ running, connected }) => [running, connected])).toEqual([
      [true, false],
      [true, false],
      [true, true],
    ]);
  });

  it("says what the project has for a pod, and which secrets it has but not what they are", async () => {
    const { hub, service } = await setup();
    hub.say({ state: "running" });
    const cells = {
      host: "broker",
      port: 1883,
      user: "halle",
      password: "streng geheim",
      odd: "auch geheim",
    };
    hub.answers.podDefinition = () => ({ type: "mqtt", ifaces: [{ id: "main", cells }] });
    const [iface] = await service.parameters("mqtt.a");
    expect(iface).toMatchObject({ iface: "main", place: { file: "a.xlsx", table: "pods", line: 4 } });
    expect(iface?.cells.map(({ column, value, secret }) => [column, value ?? secret])).toEqual([
      ["host", "broker"],
      ["port", 1883],
      ["user", "halle"],
      ["password", true],
      ["odd", true],
    ]);
    expect(JSON.stringify(iface)).not.toContain("geheim");
    await expect(service.parameters("mqtt.none")).rejects.toBeInstanceOf(NotFoundError);
  });

  it("says with whom a pod speaks, and since when it is as it is", async () => {
    const { hub, service } = await setup();
    hub.say({ state: "running" });
    const iface = { iface: "main", state: true, active: 1, count: 1, last: 9_000 };
    hub.podList = [
      scriptedPod("mqtt.a", { started: 5, lastValue: 12_345, ifaces: [{ ...iface, peer: "broker:1883" }] }),
      scriptedPod("mqtt.b", {
        started: 5,
        ifaces: [iface, { ...iface, iface: "two", state: false, last: 7_000, peer: "x:1" }],
      }),
      scriptedPod("mqtt.c", { running: false, changed: 3_000 }),
      scriptedPod("ping.d", { started: 5 }),
    ];
    const { pods } = await service.list(false);
    expect(pods.map(({ peer, since, last_value }) => [peer, since, last_value])).toEqual([
      ["broker:1883", 9_000, 12_345],
      ["x:1", 7_000, 0],
      [undefined, 3_000, 0],
      [undefined, 5_000, 0],
    ]);
    expect(service.channels("mqtt.a")[0]?.peer).toBe("broker:1883");
    hub.goAway();
    expect((await service.list(false)).pods.map(({ since }) => since)).toEqual([0, 0, 0, 0]);
  });

  it("lists interfaces with their ports", async () => {
    const { hub, service } = await setup();
    hub.say({ state: "running" });
    expect(service.channels("mqtt.a")).toEqual([
      { id: "mqtt.iface.a.main", iface: "main", port: 1883, state: true, active: 1, last: 5 },
    ]);
    expect(() => service.channels("mqtt.x")).toThrow(NotFoundError);
  });

  it("keeps settings over a restart and says whether the pod runs with others", async () => {
    const { hub, service, layout } = await setup();
    hub.say({ state: "running" });
    expect(service.config("mqtt.a")).toMatchObject({ need_restart: false, internal: true, params: {} });
    expect(await service.save("mqtt.a", { internal: false, params: {} })).toEqual({ need_restart: true });
    expect(JSON.parse(await readFile(layout.podSettings, "utf8"))).toEqual({
      "mqtt.a": { internal: false, params: {} },
    });
    const again = await setup();
    again.hub.say({ state: "running" });
    expect(again.service.config("mqtt.a")).toMatchObject({ need_restart: true, internal: false });
    again.hub.podList = [scriptedPod("mqtt.a", { internal: false })];
    expect(again.service.config("mqtt.a").need_restart).toBe(false);
  });

  it("refuses unknown pods and unknown parameters by name", async () => {
    const { hub, service } = await setup();
    hub.say({ state: "running" });
    await expect(service.save("mqtt.zz", { internal: true, params: {} })).rejects.toThrow(NotFoundError);
    await expect(service.save("mqtt.a", { internal: true, params: { nat: true } })).rejects.toThrow(
      InvalidInputError,
    );
    const wrong = service.save("knx.b", { internal: true, params: { nat: 1, time: 251 } });
    await expect(wrong).rejects.toThrow(/params\.nat.*params\.time/s);
    expect(await service.save("knx.b", { internal: true, params: { nat: true, time: 250 } })).toEqual({
      need_restart: true,
    });
    expect(() => checkParams("constructor", { x: 1 })).toThrow(InvalidInputError);
    await expect(service.restart("mqtt.zz")).rejects.toThrow(NotFoundError);
  });

  it("deletes only what no pod of a running project needs", async () => {
    const { hub, service, layout } = await setup();
    hub.say({ state: "running" });
    await service.save("mqtt.a", { internal: true, params: {} });
    await service.save("knx.b", { internal: true, params: { nat: false, time: 0 } });
    await mkdir(layout.podTokens, { recursive: true });
    await writeFile(path.join(layout.podTokens, "knx.b"), "token");
    await expect(service.delete("knx.b")).rejects.toThrow(ConflictError);
    hub.podList = hub.podList.filter((pod) => pod.id === "mqtt.a");
    hub.say({ state: "no_license" });
    expect((await service.list(false)).inactive).toEqual([]);
    await expect(service.delete("knx.b")).rejects.toThrow(UnavailableError);
    hub.say({ state: "running" });
    expect((await service.list(false)).inactive).toEqual([{ id: "knx.b" }]);
    await service.delete("knx.b");
    expect(await readdir(layout.podTokens)).toEqual([]);
    expect((await service.list(false)).inactive).toEqual([]);
    await expect(service.delete("knx.b")).rejects.toThrow(NotFoundError);
  });

  it("sets log levels at once and forgets them with the hub's process", async () => {
    const { hub, service } = await setup();
    hub.say({ state: "running", pid: 1 });
    hub.answers.podLogLevel = () => ({});
    await service.setLogLevel("mqtt.a", "debug");
    expect(hub.asked).toEqual([{ name: "podLogLevel", parameters: { pod: "mqtt.a", level: "debug" } }]);
    expect(service.config("mqtt.a").log_level).toBe("debug");
    hub.say({ pid: 2 });
    expect(service.config("mqtt.a").log_level).toBe("info");
  });

  it("loses no setting when many are saved at once, and starts with a damaged file", async () => {
    const { settings, layout } = await setup();
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => settings.save(`mqtt.p${i}`, { internal: true, params: {} })),
    );
    expect(settings.ids()).toHaveLength(50);
    await writeFile(layout.podSettings, "{");
    const damaged = (await setup()).settings;
    expect(damaged.ids()).toEqual([]);
    // Also after the next start, for nobody has seen to it.
    expect([damaged.damaged, (await setup()).settings.damaged]).toEqual([true, true]);
    await damaged.save("mqtt.p1", { internal: true, params: {} });
    expect([damaged.damaged, (await setup()).settings.damaged]).toEqual([false, false]);
    expect(await readdir(path.dirname(layout.podSettings))).toContain("settings.json.damaged");
  });
});
