import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { CODES } from "@hubwart/contract";
import {
  createLogger,
  dataLayout,
  MemoryLogSink,
  NotFoundError,
  ResultError,
  UnavailableError,
} from "@hubwart/core";
import { PodHandover } from "@hubwart/ipc";
import { makeKeyring } from "@hubwart/pods/testing/knx-keyring";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ScriptedHub, scriptedPod } from "../../testing/scripted-hub.ts";
import { DebugLog } from "./debug-log.ts";
import { KnxService } from "./service.ts";

const IFACE = "knx.iface.haus.main";
const PASSWORD = "Keyring-Passwort";
const KEYRING = makeKeyring({
  password: PASSWORD,
  project: "Haus",
  tunnels: [{ address: 0x1102, userId: 2, password: "t", authentication: "a" }],
});

let folder: string;
let hub: ScriptedHub;
let service: KnxService;
const sink = new MemoryLogSink();

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "knx-"));
  hub = new ScriptedHub();
  hub.say({ state: "running", projectVersion: "1" });
  const iface = { iface: "main", state: true, active: 1, count: 1, last: 1 };
  hub.podList = [scriptedPod("knx.haus", { ifaces: [iface] }), scriptedPod("mqtt.a", { ifaces: [iface] })];
  hub.answers.podRestart = () => ({});
  service = new KnxService(
    hub,
    dataLayout(folder),
    createLogger("system", "knx", sink, () => 0),
  );
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 0,
    (error: unknown) => (error instanceof ResultError ? error.code : String(error)),
  );

describe("keyrings", () => {
  it("are stored once they are proved, for their pod alone, which is restarted", async () => {
    await service.storeKeyring(IFACE, KEYRING, PASSWORD);
    expect(hub.asked).toEqual([{ name: "podRestart", parameters: { pod: "knx.haus" } }]);
    const { podHandover } = dataLayout(folder);
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

  it("are removed with their password", async () => {
    await service.storeKeyring(IFACE, KEYRING, PASSWORD);
    await service.removeKeyring(IFACE);
    expect(await new PodHandover(dataLayout(folder).podHandover, "knx.haus").read()).toEqual({
      files: {},
      secrets: {},
    });
    expect((await service.info(IFACE)).keyring).toMatchObject({ found: false, valid: false });
    expect(await service.interfaces("knx.haus")).toEqual([
      { id: IFACE, pod: "knx.haus", keyring: false, debug: "off", state: true },
    ]);
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
    const log = new DebugLog(path.join(folder, "knx"));
    const both = [telegram(1), telegram(2, "abgewiesen")];
    await log.append("a", "debug", both);
    await log.append("b", "info", both);
    await log.append("c", "warn", both);
    const names = async (iface: string) => (await log.files(iface)).map(({ file }) => file).sort();
    expect(await names("a")).toEqual(["protokoll-1.log", "telegramme-1.pcap"]);
    expect([await names("b"), await names("c")]).toEqual([["protokoll-1.log"], ["protokoll-1.log"]]);
    const text = (iface: string) => log.path(iface, "protokoll-1.log").then((file) => readFile(file, "utf8"));
    expect((await text("b")).split("\n")[0]).toBe(
      "2023-11-14T22:13:20.001Z empfangen 1.1.9 -> 1/2/3 Schreiben 0c33 = 21.5 °C",
    );
    expect((await text("c")).trim()).toMatch(/FEHLER: abgewiesen$/);
    const pcap = await readFile(await log.path("a", "telegramme-1.pcap"));
    expect(pcap.length).toBe(24 + 2 * (16 + 28 + 6 + 13));
  });

  it("are bounded in size and number, and nothing else is handed out", async () => {
    const log = new DebugLog(path.join(folder, "knx"));
    const many = Array.from({ length: 8_000 }, (_, i) => telegram(i));
    for (let i = 0; i < 16; i += 1) await log.append("a", "debug", many);
    const files = await log.files("a");
    expect(files.filter(({ file }) => file.endsWith("log")).length).toBeLessThanOrEqual(5);
    expect(Math.max(...files.map(({ size }) => size))).toBeLessThanOrEqual(2 * 1024 * 1024);
    for (const name of ["../modes.json", "modes.json", "protokoll-1.txt", "protokoll-999.log"]) {
      await expect(log.path("a", name)).rejects.toThrow(NotFoundError);
    }
  });

  it("go on at the level set, over restarts", async () => {
    await service.debug.setMode(IFACE, "info");
    await service.debug.setMode("knx.iface.b.main", "debug");
    const again = new DebugLog(dataLayout(folder).knxDebug);
    expect(await again.mode(IFACE)).toBe("info");
    await again.setMode(IFACE, "off");
    expect(await new DebugLog(dataLayout(folder).knxDebug).active()).toEqual([["knx.iface.b.main", "debug"]]);
  });
});
