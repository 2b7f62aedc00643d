/** The asset pod and WebSocket clients: what a device in the field does, many of them, with breaks at random. */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { hashPassword } from "@hubwart/core/password-hash";
import { agreedSuites, makePair } from "@hubwart/testing";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";

const ended: PodRun[] = [];
const devices: FieldDevice[] = [];
afterEach(async () => {
  for (const device of devices.splice(0)) device.end();
  for (const pod of ended.splice(0)) await pod.stop();
});

const sha = (token: string) => createHash("sha256").update(token).digest("base64url");
const tokenUser = (username: string, role = "feld") => ({
  username,
  role,
  pwd: "",
  token: sha(`t-${username}`),
});

async function start(
  users: object[],
  channels: TestChannel[],
  config: Record<string, string | number | boolean> = {},
  files: Record<string, string> = {},
): Promise<PodRun> {
  const load = podLoad(kind.schema, [{ port: 0, ...config }], channels);
  load.files = { "users.json": Buffer.from(JSON.stringify(users)).toString("base64"), ...files };
  const pod = await startPod(kind, load);
  ended.push(pod);
  await pod.until(() => pod.iface() !== undefined);
  return pod;
}

/** Keeps its newest values until they are acknowledged, and comes back by itself. */
class FieldDevice {
  readonly received: Record<string, unknown> = {};
  readonly #unsent: Record<string, unknown> = {};
  readonly #url: string;
  readonly #hello: object;
  readonly #options: object;
  socket: WebSocket | undefined;
  closed: number | undefined;
  errors: string[] = [];
  welcomes = 0;
  /** The pause before the next attempt, ms; undefined: none. */
  again: (() => number) | undefined;
  #seq = 0;
  #sent: Record<string, unknown> = {};

  constructor(url: string, hello: object, options = {}) {
    this.#url = url;
    this.#hello = hello;
    this.#options = options;
    devices.push(this);
    this.connect();
  }

  connect(): void {
    const socket = new WebSocket(this.#url, this.#options);
    this.socket = socket;
    socket.on("error", () => undefined);
    socket.on("open", () =>
      socket.send(JSON.stringify({ t: "hello", resume: this.welcomes > 0, ...this.#hello })),
    );
    socket.on("message", (data: Buffer) => this.#took(JSON.parse(data.toString("utf8"))));
    socket.on("close", (code) => {
      this.closed = code;
      if (this.again) setTimeout(() => this.again && this.connect(), this.again());
    });
  }

  set(key: string, value: unknown): void {
    this.#unsent[key] = value;
    this.#send();
  }

  /** Goes without a word. */
  breakOff(): void {
    this.socket?.terminate();
  }

  end(): void {
    this.again = undefined;
    this.socket?.terminate();
  }

  get quiet(): boolean {
    return Object.keys(this.#unsent).length === 0;
  }

  #send(): void {
    if (this.socket?.readyState !== WebSocket.OPEN || this.welcomes === 0 || this.quiet) return;
    this.#seq += 1;
    this.#sent = { ...this.#unsent };
    this.socket.send(JSON.stringify({ t: "values", seq: this.#seq, values: this.#sent }));
  }

  #took(message: { t: string; seq?: number; values?: object; message?: string }): void {
    if (message.t === "welcome") {
      this.welcomes += 1;
      this.#send();
    }
    if (message.t === "error") this.errors.push(message.message ?? "");
    if (message.t === "write") {
      Object.assign(this.received, message.values);
      this.socket?.send(JSON.stringify({ t: "ack", seq: message.seq }));
    }
    if (message.t === "ack" && message.seq === this.#seq) {
      for (const [key, value] of Object.entries(this.#sent))
        if (this.#unsent[key] === value) delete this.#unsent[key];
      this.#send();
    }
  }
}

const urlOf = (pod: PodRun, scheme = "ws") => `${scheme}://127.0.0.1:${pod.iface()?.port}/`;

async function until(check: () => boolean, what: string, ms = 20_000): Promise<void> {
  const end = Date.now() + ms;
  while (!check()) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await sleep(20);
  }
}

describe("asset pod", () => {
  it("500 devices with breaks at random: the newest value of each is right at the end, both ways", async () => {
    const names = Array.from({ length: 500 }, (_, n) => `d${n}`);
    const channels = names.flatMap((asset): TestChannel[] => [
      { chan: `${asset}-in`, dir: "in", type: "int", config: { asset, key: "v" } },
      { chan: `${asset}-out`, dir: "out", type: "int", config: { asset, key: "s" } },
    ]);
    const pod = await start(
      names.map((name) => tokenUser(name)),
      channels,
    );
    const all = names.map((name) => {
      const device = new FieldDevice(urlOf(pod), { token: `t-${name}` });
      device.again = () => Math.random() * 100;
      return device;
    });
    await until(() => all.every(({ welcomes }) => welcomes > 0), "all to connect");
    const out: Record<string, number> = {};
    for (let round = 1; round <= 20; round += 1) {
      for (const [n, device] of all.entries()) {
        if (Math.random() < 0.5) device.set("v", round * 1_000 + n);
        if (Math.random() < 0.5) out[`d${n}-out`] = round * 1_000 + n;
        if (Math.random() < 0.15) device.breakOff();
      }
      await pod.write(out);
      await sleep(20);
    }
    for (const [n, device] of all.entries()) {
      device.set("v", 99_000 + n);
      out[`d${n}-out`] = 99_000 + n;
    }
    await pod.write(out);
    await until(
      () => all.every(({ received, quiet }, n) => quiet && received["s"] === 99_000 + n),
      "the newest values to arrive",
    );
    const newest = new Map(pod.emitted.map(({ chan, value }) => [chan, value]));
    for (const n of names.keys()) expect(newest.get(`d${n}-in`)).toBe(99_000 + n);
    expect(all.some(({ welcomes }) => welcomes > 1)).toBe(true);
    await pod.until(() => pod.iface()?.active === 500);
    const { assets, total } = (await pod.ask("assets", { iface: "main", offset: 0 })) as {
      assets: { connected: boolean; known: boolean; waiting: number; in: number }[];
      total: number;
    };
    expect(total).toBe(500);
    expect(assets.every(({ connected, known, waiting }) => connected && known && waiting === 0)).toBe(true);
    expect(pod.failures).toEqual([]);
  });

  const CHANNELS: TestChannel[] = [
    { chan: "temp", dir: "in", config: { asset: "pumpe", key: "temp" } },
    { chan: "set", dir: "out", config: { asset: "pumpe", key: "set" } },
    { chan: "other", dir: "in", config: { asset: "andere", key: "temp" } },
  ];

  it("lets in by token or password, brakes guessing, and revokes at once by a message", async () => {
    const pumpe = {
      username: "pumpe",
      role: "feld",
      pwd: await hashPassword("gäheim"),
      token: sha("t-pumpe"),
    };
    const pod = await start([pumpe, tokenUser("andere"), tokenUser("fremd")], CHANNELS);
    const byPassword = new FieldDevice(urlOf(pod), { user: "pumpe", password: "gäheim" });
    byPassword.set("temp", 20);
    await pod.until(() => pod.last("temp")?.value === 20);
    const stranger = new FieldDevice(urlOf(pod), { token: "t-fremd" });
    await until(() => stranger.closed === 4401, "the device without channels to be refused");
    for (let n = 0; n < 5; n += 1) {
      const wrong = new FieldDevice(urlOf(pod), { user: "pumpe", password: `falsch${n}` });
      await until(() => wrong.closed === 4401, "the refusal");
    }
    const right = new FieldDevice(urlOf(pod), { user: "pumpe", password: "gäheim" });
    await until(() => right.errors.includes("Zu viele falsche Anmeldungen"), "the brake");
    const andere = new FieldDevice(urlOf(pod), { token: "t-andere" });
    await until(() => andere.welcomes === 1, "a token to pass the brake");
    const users = [{ ...pumpe, pwd: await hashPassword("neu") }, tokenUser("andere")];
    await pod.ask("users", { first: true, last: true, users });
    await until(() => byPassword.closed === 4403, "the revocation");
    expect(andere.closed).toBeUndefined();
    await pod.ask("users", { first: true, last: false, users: [] });
    await sleep(50);
    expect(andere.closed).toBeUndefined();
    await pod.ask("users", { first: false, last: true, users: [] });
    await until(() => andere.closed === 4403, "the second revocation");
    await until(() => pod.last("temp")?.quality === 1, "the value to become uncertain");
    for (const secret of ["gäheim", "t-pumpe", "t-andere"]) expect(pod.said).not.toContain(secret);
  });

  it("speaks TLS with the device's certificate, and takes a new one without a restart", async () => {
    const pod = await start([tokenUser("pumpe")], CHANNELS, { tls: true });
    expect(pod.iface()).toMatchObject({
      state: false,
      error: "Das Zertifikat des Geräts liegt dem Pod noch nicht vor",
    });
    const [one, two] = [await makePair(), await makePair()];
    await pod.ask("tls", { key: one.pair.key, certificate: one.pair.cert });
    await pod.until(() => pod.iface()?.state === true);
    const first = new FieldDevice(urlOf(pod, "wss"), { token: "t-pumpe" }, { ca: one.ca });
    await until(() => first.welcomes === 1, "TLS");
    const port = pod.iface()?.port ?? 0;
    expect(await agreedSuites(port)).toEqual({ gcm: expect.stringContaining("GCM"), cbc: "refused" });
    await pod.ask("tls", { key: two.pair.key, certificate: two.pair.cert });
    expect(await agreedSuites(port)).toEqual({ gcm: expect.stringContaining("GCM"), cbc: "refused" });
    const next = new FieldDevice(urlOf(pod, "wss"), { token: "t-pumpe" }, { ca: two.ca });
    await until(() => next.welcomes === 1, "the new certificate");
    await until(() => first.closed === 4409, "the old connection to give way");
    expect(await pod.check()).toContain(
      "ok Port öffnen: Der Pod nimmt Verbindungen an auf 127.0.0.1:" + pod.iface()?.port + ".",
    );
  });

  it("lets a device in while somebody else holds as many connections as there may be", async () => {
    const pod = await start([tokenUser("pumpe")], CHANNELS);
    let lost = 0;
    const silent = await Promise.all(
      Array.from({ length: 1_200 }, async () => {
        const to = { port: pod.iface()?.port ?? 0, host: "127.0.0.1", localAddress: "127.0.0.2" };
        const socket = connect(to).on("error", () => undefined);
        // Its end is noticed only by who reads.
        socket.resume().on("close", () => (lost += 1));
        await once(socket, "connect");
        return socket;
      }),
    );
    const device = new FieldDevice(urlOf(pod), { token: "t-pumpe" });
    await until(() => device.welcomes === 1, "the device");
    await until(() => lost > 600, "others to lose their places");
    for (const socket of silent) socket.destroy();
  });

  it("survives what is no message, silent strangers and floods; others go on", async () => {
    const pod = await start([tokenUser("pumpe"), tokenUser("andere")], CHANNELS);
    const good = new FieldDevice(urlOf(pod), { token: "t-andere" });
    await until(() => good.welcomes === 1, "the good one");
    const junk = [
      "",
      "{",
      "null",
      "[]",
      '{"t":"values"}',
      '{"t":"values","values":{"__proto__":1,"constructor":2}}',
      `{"t":"values","values":{"temp":${"[".repeat(5_000)}${"]".repeat(5_000)}}}`,
      '{"t":"ack","seq":1,"refused":{"set":{}}}',
      '{"t":"hello","token":"x"}',
      randomBytes(200).toString("latin1"),
    ];
    for (const signedIn of [true, false]) {
      const bad = new WebSocket(urlOf(pod));
      await once(bad, "open");
      if (signedIn) bad.send('{"t":"hello","token":"t-pumpe"}');
      for (const text of junk) bad.send(text);
      for (let n = 0; n < 300; n += 1) bad.send('{"t":"ping"}');
      good.set("temp", signedIn ? 1 : 2);
      await pod.until(() => pod.last("other")?.value === (signedIn ? 1 : 2));
      bad.terminate();
    }
    const large = new WebSocket(urlOf(pod));
    await once(large, "open");
    large.send("x".repeat(70_000));
    expect((await once(large, "close"))[0]).toBe(1009);
    const plain = await fetch(urlOf(pod, "http"));
    expect(plain.status).toBe(426);
    expect((await pod.check()).every((step) => step.startsWith("ok"))).toBe(true);
    expect(pod.log.filter(({ level }) => level === "error")).toEqual([]);
    expect(pod.emitted.filter(({ chan }) => chan === "temp")).toEqual([]);
  });
});
