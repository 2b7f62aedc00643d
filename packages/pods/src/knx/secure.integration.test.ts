import { keyringName } from "@hubwart/knx/secure/stored";
import { type KeyringParts, makeKeyring } from "@hubwart/knx/testing/keyring";
import { groupWrite, sealedWrite } from "@hubwart/knx/testing/sealed";
import { type KnxServer, type KnxServerOptions, startKnxServer } from "@hubwart/knx/testing/server";
import { dissect, dissectFrames } from "@hubwart/knx/testing/wireshark";
import { pcapHead, telegramPacket } from "@hubwart/knx/trace/pcap";
import { CEMI, cemiFrame } from "@hubwart/knx/wire/cemi";
import { sequenced } from "@hubwart/knx/wire/connection";
import { knxFrame, SERVICE } from "@hubwart/knx/wire/frame";
import { useOpen } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { PodRun, podLoad, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";
import { runWithMulticast } from "./testing/multicast.ts";

const open = useOpen((thing: { stop(): Promise<void> }) => thing.stop());

const PASSWORD = "Keyring-Passwort-7c1e";
const GROUP_KEY = Buffer.from("a0a1a2a3a4a5a6a7a8a9aaabacadaeaf", "hex");
const tunnels: NonNullable<KeyringParts["tunnels"]> = [
  {
    address: 0x1102,
    userId: 2,
    password: "Tunnel-Passwort-2",
    authentication: "Geraete-Code-1",
    senders: { 0x0a03: [0x1109] },
  },
];
const users = { 2: "Tunnel-Passwort-2" };

async function server(options: KnxServerOptions = {}): Promise<KnxServer> {
  const made = await startKnxServer({ secure: { device: "Geraete-Code-1", users }, ...options });
  open.push(made);
  return made;
}

/** State that the hub keeps, over starts of the pod. */
type Kept = Map<string, unknown>;

async function pod(
  port: number,
  channels: TestChannel[],
  {
    iface = {},
    keyring = { password: PASSWORD, tunnels },
    password = PASSWORD,
    kept = new Map() as Kept,
  }: {
    iface?: Record<string, string | number | boolean>;
    keyring?: KeyringParts;
    password?: string;
    kept?: Kept;
  } = {},
): Promise<PodRun> {
  const load = podLoad(
    kind.schema,
    [{ host: "127.0.0.1", port, time: 0, mode: "tunnel_tcp", secure: true, ...iface }],
    channels,
  );
  load.files[keyringName("main")] = makeKeyring(keyring).toString("base64");
  load.secrets[keyringName("main")] = password;
  const run = new PodRun(kind, load);
  run.hub = (method, params) => {
    const { name, value } = params as { name: string; value?: unknown };
    if (method === "state") return kept.get(name);
    kept.set(name, JSON.parse(JSON.stringify(value)));
    return undefined;
  };
  await run.pod.start();
  open.push(run);
  return run;
}

const temp: TestChannel = { chan: "temp", config: { address: "1/2/3", dpt: "9.001" } };
const light: TestChannel = { chan: "licht", dir: "out", config: { address: "1/0/1", dpt: "1.001" } };
const soll: TestChannel = { chan: "soll", dir: "out", config: { address: "1/2/3", dpt: "9.001" } };
const up = (run: PodRun) => run.until(() => run.iface()?.state === true);
const write = (data: string) => groupWrite({ source: 0x1109, target: 0x0a03, data });

describe.each(["tunnel_tcp", "tunnel"])("secure tunnelling, %s, against a strict interface", (mode) => {
  it("opens a session, takes and sends telegrams; Wireshark confirms every code", async () => {
    const peer = await server();
    const run = await pod(peer.port, [temp, light], { iface: { mode } });
    await up(run);
    peer.telegram(write("0c33"));
    await run.until(() => run.last("temp")?.value === 21.5);
    await run.write({ licht: true });
    expect(peer.taken.map(({ target, tpdu }) => [target, tpdu.toString("hex")])).toEqual([[0x0801, "0081"]]);
    expect(run.failures).toEqual([]);
    expect((await run.check()).slice(-2)).toEqual([
      "ok Keyring: Der Keyring des Projekts „Haus“ lässt sich öffnen; er enthält 1 Tunnel.",
      expect.stringMatching(/^ok Tunnel: Der Pod ist verbunden: .*, sicherer Tunnel 1\.1\.\d+\.$/),
    ]);
    await run.stop();
    expect(peer.violations).toEqual([]);
    const wrapped = peer.captured.filter(({ frame }) => frame.readUInt16BE(2) === 0x0950);
    const report = await dissectFrames(
      peer.captured.map(({ frame }) => frame),
      peer.sessionKeys,
    );
    expect(report.match(/MAC OK/g)?.length).toBe(wrapped.length);
    expect(report).not.toMatch(/decryption failed|MAC wrong/i);
    expect(report).toMatch(/Session Authenticate/);
  });

  it("is not impressed by plain, repeated and changed frames", async () => {
    const peer = await server();
    const run = await pod(peer.port, [temp], { iface: { mode } });
    await up(run);
    peer.telegram(write("0c33"));
    await run.until(() => run.values("temp").length === 1);
    const last = peer.captured.findLast(({ way }) => way === "out")?.frame ?? Buffer.alloc(0);
    peer.raw(last);
    const changed = Buffer.from(last);
    changed[40] = (changed[40] ?? 0) ^ 1;
    peer.raw(changed);
    // A telegram without a wrapper, as an attacker on the line would send it.
    peer.raw(knxFrame(SERVICE.tunnellingRequest, sequenced(1, 1, 0, write("0c34"))));
    peer.telegram(write("0c35"));
    await run.until(() => run.last("temp")?.value === 21.54);
    expect(run.values("temp")).toEqual([21.5, 21.54]);
  });
});

describe("secure tunnelling that fails", () => {
  it.each<[string, KnxServerOptions, Parameters<typeof pod>[2], RegExp]>([
    [
      "a wrong user password",
      { secure: { device: "Geraete-Code-1", users: { 2: "anders" } } },
      {},
      /die Anmeldung wurde abgelehnt/,
    ],
    [
      "another device",
      { secure: { device: "anderes Gerät", users } },
      {},
      /ist nicht das Gerät des Keyrings/,
    ],
    ["a wrong keyring password", {}, { password: "falsch" }, /^Das Passwort des Keyrings ist falsch\.$/],
    [
      "a tunnel that the keyring lacks",
      {},
      { iface: { individual_address: "1.1.9" } },
      /keinen sicheren Tunnel mit der Adresse 1\.1\.9/,
    ],
    ["a keyring without tunnels", {}, { keyring: { password: PASSWORD } }, /keinen sicheren Tunnel$/],
  ])("says why: %s", async (_, options, more, reason) => {
    const peer = await server(options);
    const run = await pod(peer.port, [temp], more);
    await run.until(() => run.iface()?.state === false);
    expect(run.iface()?.error).toMatch(reason);
    // What is wrong with the keyring ends the check before the tunnel.
    const steps = await run.check();
    const failed = steps.find((step) => step.startsWith("failed")) ?? "";
    expect(failed.replace(/^failed (Keyring|Tunnel): /, "").replace(/\.$/, "")).toMatch(
      new RegExp(reason.source.replace(/\\\.\$$/, "$")),
    );
    expect(steps.join()).not.toContain("Passwort-2");
  });

  it("asks for the keyring", async () => {
    const load = podLoad(kind.schema, [{ host: "127.0.0.1", secure: true }], []);
    const run = new PodRun(kind, load);
    await run.pod.start();
    open.push(run);
    await run.until(() => run.iface()?.state === false);
    expect(run.iface()?.error).toBe(
      "Für KNX Secure fehlt der Keyring; laden Sie ihn unter „KNX Secure“ hoch",
    );
  });

  it("begins a new session with a new key after each loss", async () => {
    const peer = await server();
    const run = await pod(peer.port, [temp, light]);
    await up(run);
    peer.drop();
    await run.until(() => run.iface()?.state === false);
    await up(run);
    await run.write({ licht: true });
    expect(peer.taken.length).toBe(1);
    expect(new Set(peer.sessionKeys.map((key) => key.toString("hex"))).size).toBe(2);
    expect(peer.violations).toEqual([]);
  });

  it("tells no secret to log, connection or failures", async () => {
    const peer = await server({ secure: { device: "Geraete-Code-1", users: { 2: "anders" } } });
    const run = await pod(peer.port, [temp, light]);
    await run.until(() => run.iface()?.state === false);
    await run.write({ licht: true });
    for (const secret of [PASSWORD, "Tunnel-Passwort-2", "Geraete-Code-1", GROUP_KEY.toString("hex")]) {
      expect(run.said).not.toContain(secret);
    }
  });
});

describe("Data Secure", () => {
  const keyring: KeyringParts = {
    password: PASSWORD,
    tunnels,
    groups: { 0x0a03: GROUP_KEY },
    devices: { 0x1109: 100 },
  };
  const sealed = (sequence: number, data: string) =>
    sealedWrite({ key: GROUP_KEY, sequence, source: 0x1109, target: 0x0a03, data });

  it("takes sealed telegrams once and plain ones never, over restarts of the pod", async () => {
    const peer = await server();
    const kept: Kept = new Map();
    const first = await pod(peer.port, [temp], { keyring, kept });
    await up(first);
    peer.telegram(sealed(100, "0c30"));
    peer.telegram(write("0c31"));
    peer.telegram(sealed(101, "0c33"));
    peer.telegram(sealed(101, "0c33"));
    await first.until(() => first.last("temp")?.value === 21.5);
    await first.stop();
    const second = await pod(peer.port, [temp], { keyring, kept });
    await up(second);
    peer.telegram(sealed(101, "0c33"));
    peer.telegram(sealed(102, "0c34"));
    await second.until(() => second.values("temp").length > 0);
    expect([first.values("temp"), second.values("temp")]).toEqual([[21.5], [21.52]]);
    expect(first.log.map(({ msg }) => msg).join()).toMatch(
      /1\/2\/3 von 1\.1\.9: (verschlüsseltes|unverschlüsseltes) Telegramm/,
    );
  });

  it("seals what it sends, with a number that no restart repeats", async () => {
    const peer = await server();
    const kept: Kept = new Map();
    const numbers: number[] = [];
    for (let start = 0; start < 3; start += 1) {
      const run = await pod(peer.port, [soll, light], { keyring, kept });
      await up(run);
      await run.write({ soll: 21.5 });
      await run.write({ soll: 22, licht: true });
      expect(run.failures).toEqual([]);
      await run.stop();
    }
    for (const { target, tpdu } of peer.taken) {
      if (target === 0x0801) expect(tpdu.toString("hex")).toBe("0081");
      else {
        expect(tpdu.subarray(0, 3).toString("hex")).toBe("03f110");
        numbers.push(tpdu.readUIntBE(3, 6));
      }
    }
    expect(numbers.length).toBe(6);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(peer.violations).toEqual([]);
    const sealedOnes = peer.taken.filter(({ target }) => target === 0x0a03);
    const packets = sealedOnes.map(({ source, target, tpdu }, i) =>
      telegramPacket(i, "10.0.0.1", cemiFrame({ code: CEMI.indication, source, target, priority: 3, tpdu })),
    );
    const report = await dissect(Buffer.concat([pcapHead(), ...packets]), [GROUP_KEY]);
    expect(report.match(/MAC OK/g)).toHaveLength(sealedOnes.length);
  });

  it("is recorded so that Wireshark reads it, sealed without the key", async () => {
    const frames = [sealed(100, "0c33"), write("0c34")];
    const file = Buffer.concat([pcapHead(), ...frames.map((cemi, i) => telegramPacket(i, "0.0.0.0", cemi))]);
    const without = await dissect(file, []);
    expect(without).not.toMatch(/MAC OK|Malformed/);
    expect(without.match(/1\/2\/3/g)?.length).toBeGreaterThanOrEqual(2);
    expect(await dissect(file, [GROUP_KEY])).toMatch(/MAC OK/);
  });
});

describe("secure routing", () => {
  it("finds the common timer, and both sides accept each other; Wireshark confirms every code", async () => {
    const said = await runWithMulticast("secure-routing-run.ts", (run) => void open.push(run));
    const seen = said as { frames: string[]; key: string };
    expect(seen).toMatchObject({
      first: [21.5, 21.52],
      second: [true],
      refused: true,
      plainOnTheLine: 0,
      failures: [],
    });
    const report = await dissectFrames(
      seen.frames.map((frame) => Buffer.from(frame, "hex")),
      [Buffer.from(seen.key, "hex")],
    );
    expect(seen.frames.length).toBeGreaterThan(4);
    const blocks = report.split(/^Frame \d+:/m).slice(1);
    expect(blocks.filter((block) => block.includes("MAC OK")).length).toBe(seen.frames.length);
  });
});
