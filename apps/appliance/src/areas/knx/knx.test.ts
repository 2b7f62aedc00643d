import { readFile, stat, truncate } from "node:fs/promises";
import path from "node:path";
import { CODES } from "@hubwart/contract";
import {
  createLogger,
  dataLayout,
  MemoryLogSink,
  NotFoundError,
  ResultError,
  systemClock,
  UnavailableError,
} from "@hubwart/core";
import { PodHandover } from "@hubwart/ipc";
import { type FoundDevice, keyringFacts } from "@hubwart/knx/appliance";
import { makeKeyring } from "@hubwart/knx/testing";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, describe, expect, it } from "vitest";
import { keptTo } from "../../http/bounds.ts";
import { ScriptedHub, scriptedPod } from "../../testing/scripted-hub.ts";
import { DebugLog } from "./debug-log.ts";
import { KnxService } from "./service.ts";
import { shownDevice } from "./shown-device.ts";

const IFACE = "knx.iface.haus.main";
const PASSWORD = "Keyring-Passwort";
const KEYRING = makeKeyring({
  password: PASSWORD,
  project: "Haus",
  tunnels: [{ address: 0x1102, userId: 2, password: "t", authentication: "a" }],
});

const folder = useFolder();
let hub: ScriptedHub;
let service: KnxService;
let failures: string[];
let searches = 0;
const sink = new MemoryLogSink();

beforeEach(() => {
  hub = new ScriptedHub();
  hub.say({ state: "running", projectVersion: "1" });
  const iface = { iface: "main", state: true, active: 1, count: 1, last: 1 };
  hub.podList = [scriptedPod("knx.haus", { ifaces: [iface] }), scriptedPod("mqtt.a", { ifaces: [iface] })];
  hub.answers.podRestart = () => ({});
  sayIface({ mode: "tunnel_tcp", secure: true });
  failures = [];
  service = new KnxService({
    hub,
    layout: dataLayout(folder()),
    log: createLogger("system", "knx", sink, () => 0),
    clock: systemClock,
    guesses: {
      refusedFor: () => (failures.length >= 2 ? 30 : undefined),
      failed: (name) => void failures.push(name),
      succeeded: () => void failures.splice(0),
    },
    readKeyring: keyringFacts,
    compiledFile: () => undefined,
    search: async () => {
      searches += 1;
      return { adapters: ["10.0.0.2"], devices: [] };
    },
  });
});

const sayIface = (cells: Record<string, string | boolean>) => {
  hub.answers.podDefinition = () => ({ type: "knx", ifaces: [{ id: "main", cells }] });
};

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 0,
    (error: unknown) => (error instanceof ResultError ? error.code : String(error)),
  );

describe("keyrings", () => {
  it("are refused where they hold no key that the interface needs", async () => {
    sayIface({ mode: "routing", secure: true });
    await expect(service.storeKeyring(IFACE, KEYRING, PASSWORD)).rejects.toThrow(/sicheres Routing/);
    sayIface({ mode: "tunnel", secure: false });
    const empty = makeKeyring({ password: PASSWORD });
    await expect(service.storeKeyring(IFACE, empty, PASSWORD)).rejects.toThrow(/keinen einzigen Schlüssel/);
    expect((await service.info(IFACE)).keyring.found).toBe(false);
  });

  it("are stored once they are proved, for their pod alone, which is restarted", async () => {
    await service.storeKeyring(IFACE, KEYRING, PASSWORD);
    expect(hub.asked.slice(1)).toEqual([{ name: "podRestart", parameters: { pod: "knx.haus" } }]);
    const { podHandover } = dataLayout(folder());
    const { files, secrets } = await new PodHandover(podHandover, "knx.haus").read();
    expect(Buffer.from(files["keyring.main.knxkeys"] ?? "", "base64").equals(KEYRING)).toBe(true);
    expect(secrets).toEqual({ "keyring.main.knxkeys": PASSWORD });
    expect(await new PodHandover(podHandover, "mqtt.a").read()).toEqual({ files: {}, secrets: {} });
    expect((await stat(path.join(podHandover, "knx.haus/secrets.json"))).mode & 0o777).toBe(0o600);
    expect(await service.info(IFACE)).toMatchObject({
      keyring: {
        found: true,
        valid: true,
        project: "Haus",
        createdby: "ETS 6.3.1",
        created: "2026-05-31T12:00:00",
      },
      debug: "off",
      debug_log: [],
    });
    expect(
      JSON.stringify([await service.info(IFACE), await service.interfaces(undefined), sink.entries]),
    ).not.toContain(PASSWORD);
  });

  it("are refused with what is wrong, and the one before stays", async () => {
    await service.storeKeyring(IFACE, KEYRING, PASSWORD);
    const changed = Buffer.from(KEYRING.toString("utf8").replace('Host="1.1.0"', 'Host="1.1.9"'));
    expect(await codeOf(service.storeKeyring(IFACE, KEYRING, "falsch"))).toBe(CODES.wrongFilePassword);
    expect(await codeOf(service.storeKeyring(IFACE, changed, PASSWORD))).toBe(CODES.keyringInvalid);
    expect(await codeOf(service.storeKeyring(IFACE, Buffer.from("PK"), PASSWORD))).toBe(CODES.keyringInvalid);
    await expect(service.storeKeyring("knx.iface.anderes.main", KEYRING, PASSWORD)).rejects.toThrow(
      NotFoundError,
    );
    await expect(service.storeKeyring("knx.iface.a.main", KEYRING, PASSWORD)).rejects.toThrow(NotFoundError);
    expect((await service.info(IFACE)).keyring.valid).toBe(true);
  });

  it("cannot be guessed at will, also not by many at once", async () => {
    const tries = ["a", "b", "c", PASSWORD].map((password) =>
      codeOf(service.storeKeyring(IFACE, KEYRING, password)),
    );
    expect(await Promise.all(tries)).toEqual([
      CODES.wrongFilePassword,
      CODES.wrongFilePassword,
      CODES.throttled,
      CODES.throttled,
    ]);
    failures = [];
    // A file that is no keyring is no guess.
    expect(await codeOf(service.storeKeyring(IFACE, Buffer.from("PK"), PASSWORD))).toBe(CODES.keyringInvalid);
    expect(failures).toEqual([]);
  });

  it("are removed with their password", async () => {
    await service.storeKeyring(IFACE, KEYRING, PASSWORD);
    await service.removeKeyring(IFACE);
    expect(await new PodHandover(dataLayout(folder()).podHandover, "knx.haus").read()).toEqual({
      files: {},
      secrets: {},
    });
    expect((await service.info(IFACE)).keyring).toMatchObject({ found: false, valid: false });
    expect(await service.interfaces("knx.haus")).toEqual([
      { id: IFACE, pod: "knx.haus", keyring: false, debug: "off", state: true },
    ]);
  });
});

describe("the search for interfaces", () => {
  it("goes out once for all who ask at the same time, and not again at once", async () => {
    searches = 0;
    await Promise.all([service.search(), service.search()]);
    expect(await service.search()).toEqual({ adapters: ["10.0.0.2"], devices: [] });
    expect(searches).toBe(1);
  });

  it.each<[FoundDevice["services"][number]["family"][], FoundDevice["secured"], string]>([
    [["core", "tunnelling"], [], "none"],
    [["core", "tunnelling", "security"], [], "possible"],
    [["core", "tunnelling", "security"], ["device_management"], "possible"],
    [["core", "tunnelling", "security"], ["tunnelling"], "required"],
    [["core", "routing", "security"], ["routing"], "required"],
  ])("tells of %j with %j secured that KNX Secure is %s", (families, secured, secure) => {
    const services = families.map((family) => ({ family, version: 1 }));
    const device = { name: "R", address: 0x1101, host: "10.0.0.9", port: 3671, mac: "", serial: "" };
    expect(shownDevice({ ...device, services, secured })).toEqual({
      ...device,
      address: "1.1.1",
      services,
      secure,
    });
  });
});

describe("connection and telegrams", () => {
  it("connects anew, and says 1002 where the pod does not run", async () => {
    hub.answers.podAsk = () => ({ result: {} });
    await service.restart(IFACE);
    expect(hub.asked.at(-1)).toEqual({
      name: "podAsk",
      parameters: { pod: "knx.haus", method: "reconnect", params: { iface: "main" } },
    });
    hub.podList = [
      scriptedPod("knx.haus", {
        running: false,
        ifaces: [{ iface: "main", state: false, active: 0, count: 0, last: 0 }],
      }),
    ];
    expect(await codeOf(service.restart(IFACE))).toBe(CODES.containerUpdate);
    await expect(service.telegrams(IFACE, 0)).rejects.toThrow(UnavailableError);
  });

  it("tells whoever is kept to some channels of telegrams and interfaces of theirs", async () => {
    hub.answers.podAsk = () => ({ result: { telegrams: [{ target: "1/1/1" }], next: 1, missed: 0 } });
    expect(await service.telegrams(IFACE, 0)).toMatchObject({ telegrams: [{ target: "1/1/1" }] });
    const all = keptTo({ bounds: { channels: ["knx.*"] } });
    // Of no channel of the project, which this test has none of.
    expect(await service.telegrams(IFACE, 0, all)).toEqual({ telegrams: [], next: 1, missed: 0 });
    const other = keptTo({ bounds: { channels: ["knx.hof.*"] } });
    await expect(service.telegrams(IFACE, 0, other)).rejects.toThrow(NotFoundError);
    await expect(service.info(IFACE, other)).rejects.toThrow(NotFoundError);
    expect(await service.info(IFACE, all)).toMatchObject({ keyring: { found: false } });
  });

  it("sends what is asked for and tells the outcome", async () => {
    hub.answers.podAsk = () => ({ result: { outcome: "refused" } });
    const telegram = { address: "1/2/3", dpt: "9.001", service: "write", value: "21.5" };
    expect(await service.send(IFACE, telegram)).toBe("refused");
    expect(hub.asked.at(-1)?.parameters).toMatchObject({
      method: "send",
      params: { iface: "main", ...telegram },
    });
  });
});

describe("log files", () => {
  const telegram = (seq: number, problem?: string) => ({
    seq,
    ts: 1_700_000_000_000 + seq,
    dir: "in" as const,
    source: "1.1.9",
    target: "1/2/3",
    service: "write" as const,
    data: "0c33",
    value: "21.5",
    unit: "°C",
    dpt: "9.001",
    secure: false,
    raw: "2900bce011090a030300800c33",
    ...(problem === undefined ? {} : { problem }),
  });

  it("hold text and a capture at debug, text at info, troubles only at warn", async () => {
    const log = new DebugLog(path.join(folder(), "knx"));
    const both = [telegram(1), telegram(2, "abgewiesen")];
    await log.append("a", "debug", both);
    await log.append("b", "info", both);
    await log.append("c", "warn", both);
    const names = async (iface: string) => (await log.files(iface)).map(({ file }) => file).sort();
    expect(await names("a")).toEqual(["protokoll-1.log", "telegramme-1.pcap", "telegramme-1.xml"]);
    expect([await names("b"), await names("c")]).toEqual([["protokoll-1.log"], ["protokoll-1.log"]]);
    const text = (iface: string) => log.path(iface, "protokoll-1.log").then((file) => readFile(file, "utf8"));
    expect((await text("b")).split("\n")[0]).toBe(
      "2023-11-14T22:13:20.001Z empfangen 1.1.9 -> 1/2/3 Schreiben 0c33 = 21.5 °C",
    );
    expect((await text("c")).trim()).toMatch(/FEHLER: abgewiesen$/);
    const pcap = await readFile(await log.path("a", "telegramme-1.pcap"));
    expect(pcap.length).toBe(24 + 2 * (16 + 28 + 6 + 13));
    for (const name of await names("a")) {
      const { mode } = await stat(await log.path("a", name));
      expect(mode & 0o777, name).toBe(0o600);
    }
  });

  it("are whole after every write, and what a power cut tore is not written on", async () => {
    const log = new DebugLog(path.join(folder(), "knx"));
    await log.append("a", "debug", [telegram(1)]);
    await log.append("a", "debug", [telegram(2), { ...telegram(3), raw: "1100bce000000a030300800c33" }]);
    const xml = (await readFile(await log.path("a", "telegramme-1.xml"), "utf8")).split("\n");
    const line = (ms: string, service: string, raw: string) =>
      `  <Telegram Timestamp="2023-11-14T22:13:20.00${ms}Z" Service="L_Data.${service}" FrameFormat="CommonEmi" RawData="${raw}" />`;
    expect(xml).toEqual([
      '<?xml version="1.0" encoding="utf-8"?>',
      '<CommunicationLog xmlns="http://knx.org/xml/telegrams/01">',
      line("1", "ind", "2900BCE011090A030300800C33"),
      line("2", "ind", "2900BCE011090A030300800C33"),
      line("3", "req", "1100BCE000000A030300800C33"),
      "</CommunicationLog>",
      "",
    ]);
    const torn = ["telegramme-1.xml", "telegramme-1.pcap"];
    for (const name of torn) await truncate(await log.path("a", name), 200);
    const next = new DebugLog(path.join(folder(), "knx"));
    await next.append("a", "debug", [telegram(4)]);
    await next.append("a", "debug", [telegram(5)]);
    const files = await next.files("a");
    expect(files.map(({ file }) => file).sort()).toEqual(
      ["protokoll-1.log", ...torn, "telegramme-2.pcap", "telegramme-2.xml"].sort(),
    );
    for (const name of torn) expect(files.find(({ file }) => file === name)?.size).toBe(200);
    expect(
      (await readFile(await next.path("a", "telegramme-2.xml"), "utf8")).match(/<Telegram /g),
    ).toHaveLength(2);
  });

  it("are bounded in size and number, and nothing else is handed out", async () => {
    const log = new DebugLog(path.join(folder(), "knx"));
    const many = Array.from({ length: 8_000 }, (_, i) => telegram(i));
    for (let i = 0; i < 16; i += 1) await log.append("a", "debug", many);
    const files = await log.files("a");
    expect(files.filter(({ file }) => file.endsWith("log")).length).toBeLessThanOrEqual(5);
    expect(Math.max(...files.map(({ size }) => size))).toBeLessThanOrEqual(2 * 1024 * 1024);
    for (const name of ["../modes.json", "modes.json", "protokoll-1.txt", "protokoll-999.log"]) {
      await expect(log.path("a", name)).rejects.toThrow(NotFoundError);
    }
  });

  it("can be switched on while the pod restarts", async () => {
    hub.answers.podAsk = () => {
      throw new UnavailableError("Der Pod startet gerade.");
    };
    await service.setMode(IFACE, "debug");
    expect(await service.debug.mode(IFACE)).toBe("debug");
  });

  it("go on at the level set, over restarts", async () => {
    await service.debug.setMode(IFACE, "info");
    await service.debug.setMode("knx.iface.b.main", "debug");
    const again = new DebugLog(dataLayout(folder()).knxDebug);
    expect(await again.mode(IFACE)).toBe("info");
    await again.setMode(IFACE, "off");
    expect(await new DebugLog(dataLayout(folder()).knxDebug).active()).toEqual([
      ["knx.iface.b.main", "debug"],
    ]);
  });
});
