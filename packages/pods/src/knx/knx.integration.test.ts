import { createSocket } from "node:dgram";
import { startRelay } from "@hubwart/knx/testing/relay";
import { knxFrame, SERVICE } from "@hubwart/knx/wire/frame";
import { type Knxd, type KnxdOptions, startKnxd } from "@hubwart/testing";
import { useOpen } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { type PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";
import { runWithMulticast } from "./testing/multicast.ts";

const open = useOpen((thing: { stop(): Promise<void> }) => thing.stop());

function owned<T extends { stop(): Promise<void> }>(thing: T): T {
  open.push(thing);
  return thing;
}

const knxd = async (options: KnxdOptions = {}): Promise<Knxd> => owned(await startKnxd(options));

async function pod(
  port: number,
  channels: TestChannel[],
  iface: Record<string, string | number | boolean> = {},
): Promise<PodRun> {
  const load = podLoad(kind.schema, [{ host: "127.0.0.1", port, time: 0, ...iface }], channels);
  return owned(await startPod(kind, load));
}

const temp = (extra: TestChannel["config"] = {}): TestChannel => ({
  chan: "temp",
  config: { address: "1/2/3", dpt: "9.001", ...extra },
});
const light = (extra: TestChannel["config"] = {}): TestChannel => ({
  chan: "licht",
  dir: "out",
  config: { address: "1/0/1", dpt: "1.001", ...extra },
});
const IS_ADDRESS = "skipped Name auflösen: 127.0.0.1 ist eine Adresse, kein Name.";
const up = (run: PodRun) => run.until(() => run.iface()?.state === true);

describe("against knxd, tunnelling", () => {
  it("takes what others write and answer", async () => {
    const bus = await knxd();
    const run = await pod(bus.port, [
      temp(),
      { chan: "an", config: { address: "1/0/1", dpt: "1.001", listen: "1/0/2, 1/0/3" } },
    ]);
    await up(run);
    await bus.tool("groupwrite", "1/2/3", "0c", "33");
    await run.until(() => run.last("temp")?.value === 21.5);
    await bus.tool("groupwrite", "1/2/3", "8a", "24");
    await run.until(() => run.last("temp")?.value === -30);
    await bus.tool("groupswrite", "1/0/3", "1");
    await run.until(() => run.last("an")?.value === true);
    await bus.tool("groupswrite", "1/0/1", "0");
    await run.until(() => run.last("an")?.value === false);
    expect(run.failures).toEqual([]);
  });

  it("writes in order, and others of this pod see it", async () => {
    const bus = await knxd();
    const listener = owned(await bus.listen());
    const run = await pod(bus.port, [
      light(),
      { chan: "soll", dir: "inout", config: { address: "1/2/4", dpt: "9.001" } },
      { chan: "text", dir: "out", config: { address: "1/2/5", dpt: "16.001" } },
      { chan: "spiegel", config: { address: "1/0/1", dpt: "1.001" } },
    ]);
    await up(run);
    await run.write({ licht: true, soll: 21.5, text: "Grün" });
    await run.write({ licht: false });
    await run.until(() => run.values("spiegel").join() === "true,false");
    await listener.prints(/1\/0\/1: 00[\s\S]*$/);
    const lines = listener
      .output()
      .split("\n")
      .filter((line) => line.includes("Write") && !line.includes("31/7/255"));
    expect(lines.map((line) => line.replace(/.* to /, "").trim())).toEqual([
      "1/0/1: 01",
      "1/2/4: 0C 33",
      "1/2/5: 47 72 FC 6E 00 00 00 00 00 00 00 00 00 00",
      "1/0/1: 00",
    ]);
    expect(run.written.map(({ chan }) => chan)).toEqual(["licht", "soll", "text", "licht"]);
    // What a channel sends itself is no news to it.
    expect(run.values("soll")).toEqual([]);
    expect(run.failures).toEqual([]);
  });

  it("reads on start and at intervals, answers readings, and says when nobody answers", async () => {
    const bus = await knxd();
    const answering = await pod(bus.port, [
      { chan: "soll", dir: "out", config: { address: "1/2/3", dpt: "9.001", respond: true } },
    ]);
    await up(answering);
    await answering.write({ soll: 19 });
    const run = await pod(bus.port, [
      temp({ read_on_start: true, interval: 1 }),
      { chan: "stumm", config: { address: "7/7/7", dpt: "9.001", read_on_start: true } },
    ]);
    await run.until(() => run.values("temp").length >= 2);
    expect(run.last("temp")).toMatchObject({ value: 19, quality: 0 });
    await run.until(() => run.failures.length > 0);
    expect(run.failures[0]).toEqual({ chan: "stumm", reason: "7/7/7: keine Antwort auf die Leseanfrage" });
  });

  it("comes back after each outage, with the newest value; what it held was uncertain meanwhile", async () => {
    const bus = await knxd();
    const run = await pod(bus.port, [
      temp(),
      { chan: "soll", dir: "out", config: { address: "1/2/4", dpt: "9.001" } },
      { chan: "gesendet", config: { address: "1/2/4", dpt: "9.001" } },
    ]);
    await up(run);
    await bus.tool("groupwrite", "1/2/3", "0c", "33");
    await run.until(() => run.last("temp")?.quality === 0);
    // Killed, and killed again while the pod reconnects.
    await bus.kill();
    await run.write({ soll: 1 });
    await run.until(() => run.iface()?.state === false);
    expect(run.last("temp")).toMatchObject({ value: 21.5, quality: 1 });
    await run.write({ soll: 2 });
    await run.write({ soll: 3 });
    await bus.restart();
    await bus.kill();
    await bus.restart();
    await up(run);
    await run.until(() => run.last("gesendet")?.value === 3);
    expect(run.values("gesendet")).toEqual([3]);
    expect(run.written).toEqual([{ chan: "soll", value: 3 }]);
    expect(run.coalesced).toEqual(["soll", "soll"]);
    await bus.tool("groupwrite", "1/2/3", "0c", "34");
    await run.until(() => run.last("temp")?.quality === 0);
    expect(run.failures).toEqual([]);
  });

  it("says why there is no tunnel left, and takes one as soon as there is", async () => {
    const bus = await knxd({ tunnels: 1 });
    const first = await pod(bus.port, [temp()]);
    await up(first);
    const second = await pod(bus.port, [temp()]);
    await second.until(() => second.iface()?.state === false);
    expect(second.iface()?.error).toBe(
      `127.0.0.1:${bus.port} lehnt die Verbindung ab: alle Verbindungen der Schnittstelle sind belegt`,
    );
    const at = `127.0.0.1:${bus.port}`;
    expect(await first.check()).toEqual([
      IS_ADDRESS,
      `ok Port erreichen: ${at} ist „test“ (0.0.1).`,
      expect.stringMatching(/^ok Tunnel: Der Pod ist verbunden: 127\.0\.0\.1:\d+, Tunnel 0\.0\.2\.$/),
    ]);
    expect((await second.check()).slice(1)).toEqual([
      `ok Port erreichen: ${at} ist „test“ (0.0.1).`,
      `failed Tunnel: ${at} lehnt die Verbindung ab: alle Verbindungen der Schnittstelle sind belegt.`,
    ]);
    await first.stop();
    // knxd gives an address back only when it starts anew.
    await bus.restart();
    await up(second);
  });

  it("keeps the rate of 50 telegrams per second", async () => {
    const bus = await knxd();
    const run = await pod(bus.port, [light()], { time: 20 });
    await up(run);
    const begun = performance.now();
    for (let i = 0; i < 25; i += 1) await run.write({ licht: i % 2 === 0 });
    const took = performance.now() - begun;
    // 24 pauses; a slow machine may take longer, never less.
    expect(took).toBeGreaterThan(24 * 20 - 5);
  });
});

describe("a bad line to knxd", () => {
  async function relayed(channels: TestChannel[]) {
    const bus = await knxd();
    const relay = owned(await startRelay(bus.port));
    const listener = owned(await bus.listen());
    const run = await pod(relay.port, channels, { nat: true });
    await up(run);
    return { bus, relay, listener, run };
  }
  const writes = (text: string) =>
    text.split("\n").filter((line) => line.includes("Write") && !line.includes("31/7/255")).length;

  it("repeats once when an acknowledgement is lost; the bus sees the telegram once", async () => {
    const { bus, relay, listener, run } = await relayed([light()]);
    let lost = 0;
    relay.rule = ({ service }, way) =>
      service === SERVICE.tunnellingAck && way === "back" && lost++ === 0 ? 0 : 1;
    await run.write({ licht: true });
    await bus.tool("groupswrite", "5/5/5", "1");
    await listener.prints(/5\/5\/5/);
    expect(writes(listener.output())).toBe(2);
    const sent = relay.seen.filter(
      ({ service, way }) => service === SERVICE.tunnellingRequest && way === "there",
    );
    expect(sent.map(({ body }) => body)).toEqual([sent[0]?.body, sent[0]?.body]);
    expect(run.failures).toEqual([]);
    expect(run.iface()?.state).toBe(true);
  });

  it("takes a repeated telegram once, because our acknowledgement was lost", async () => {
    const { bus, relay, run } = await relayed([temp()]);
    let lost = 0;
    relay.rule = ({ service }, way) =>
      service === SERVICE.tunnellingAck && way === "there" && lost++ === 0 ? 0 : 1;
    await bus.tool("groupwrite", "1/2/3", "0c", "33");
    const acks = () =>
      relay.seen.filter(({ service, way }) => service === SERVICE.tunnellingAck && way === "there");
    await expect.poll(() => acks().length, { timeout: 10_000 }).toBe(2);
    await bus.tool("groupwrite", "1/2/3", "0c", "34");
    await run.until(() => run.last("temp")?.value === 21.52);
    expect(run.values("temp")).toEqual([21.5, 21.52]);
  });

  it("is not disturbed by every frame coming twice", async () => {
    const { bus, relay, listener, run } = await relayed([temp(), light()]);
    relay.rule = () => 2;
    await bus.tool("groupwrite", "1/2/3", "0c", "33");
    await run.until(() => run.values("temp").length > 0);
    await run.write({ licht: true });
    await run.write({ licht: false });
    await bus.tool("groupwrite", "1/2/3", "0c", "34");
    await run.until(() => run.last("temp")?.value === 21.52);
    expect(run.values("temp")).toEqual([21.5, 21.52]);
    expect(writes(listener.output())).toBe(4);
    expect(run.failures).toEqual([]);
  });

  it("ends a tunnel that acknowledges nothing, and sends the newest value through the next", async () => {
    const { relay, listener, run } = await relayed([light()]);
    let deaf = true;
    relay.rule = ({ service }, way) =>
      deaf && service === SERVICE.tunnellingRequest && way === "there" ? 0 : 1;
    await run.write({ licht: true });
    await run.until(() => run.iface()?.state === false);
    expect(run.iface()?.error).toBe(`127.0.0.1:${relay.port} bestätigt Telegramme nicht`);
    deaf = false;
    await listener.prints(/1\/0\/1: 01/);
    expect(writes(listener.output())).toBe(1);
  });
});

describe("routing", () => {
  it("takes and sends multicast telegrams beside knxd", async () => {
    const said = await runWithMulticast("routing-run.ts", (run) => void open.push(run));
    expect(said).toEqual({
      found: [{ name: "test", host: "127.0.0.1", here: true, services: ["core", "tunnelling", "routing"] }],
      steps: [
        expect.stringMatching(/^ok Multicast-Gruppe: Der Pod ist verbunden: Routing über 224\.0\.23\.12:/),
        "ok KNX-Geräte suchen: Es antworten: „test“ (0.0.1, 127.0.0.1).",
      ],
      received: [21.5, 21.52],
      onBus: ["1/0/1: 01", "1/0/1: 00"],
      mirrored: [true, false],
      failures: [],
    });
  });
});

describe("an interface that is not there", () => {
  it("is tried again, with a reason in German", async () => {
    const run = await pod(1, [light()], { mode: "tunnel_tcp" });
    await run.until(() => run.iface()?.state === false);
    expect(run.iface()?.error).toBe(
      "Verbindung zu 127.0.0.1:1 abgelehnt: dort nimmt kein Dienst Verbindungen an",
    );
    expect(await run.check()).toEqual([
      IS_ADDRESS,
      "failed Port erreichen: Verbindung zu 127.0.0.1:1 abgelehnt: dort nimmt kein Dienst Verbindungen an.",
      "skipped Tunnel: Ohne Verbindung nicht möglich.",
    ]);
    await run.write({ licht: true });
    await run.stop();
  });

  it("is found silent by a check, and to be none", async () => {
    const silent = createSocket("udp4");
    owned({ stop: () => new Promise<void>((resolve) => void silent.close(resolve)) });
    let answer: Buffer | undefined;
    silent.on("message", (_, from) => answer && silent.send(answer, from.port, from.address));
    await new Promise<void>((resolve) => void silent.bind(0, "127.0.0.1", resolve));
    const run = await pod(silent.address().port, [light()]);
    expect((await run.check())[1]).toMatch(/^failed Port erreichen: .* antwortet nicht über UDP/);
    answer = knxFrame(SERVICE.descriptionResponse, Buffer.from("0402", "hex"));
    expect((await run.check())[1]).toMatch(/^failed Port erreichen: .* beschreibt sich unverständlich\.$/);
  });

  it("is not waited for when the pod ends", async () => {
    const silent = await startRelay(9);
    owned(silent);
    const run = await pod(silent.port, [light()]);
    await expect.poll(() => silent.seen.length).toBeGreaterThan(0);
    const begun = performance.now();
    await run.stop();
    expect(performance.now() - begun).toBeLessThan(1500);
  });
});
