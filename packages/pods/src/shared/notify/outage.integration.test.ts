/**
 * Every service that messages go to is away for a while, during which the pod is restarted: what waits arrives complete
 * and in order, and no more messages than are allowed. `HUBWART_OUTAGE_SECONDS=600` with `--maxConcurrency=7` makes it ten
 * minutes, in real time.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type Clock, systemClock } from "@hubwart/core";
import type { PodKind } from "@hubwart/runtime/pod";
import { startChatStandIn, startMailServer, startProsody } from "@hubwart/testing";
import { describe, type ExpectStatic, it } from "vitest";
import { kind as chat } from "../../chat/index.ts";
import { kind as email } from "../../email/index.ts";
import { type PodRun, podLoad, startPod, type TestChannel } from "../../testing/index.ts";

const SECONDS = Number(process.env["HUBWART_OUTAGE_SECONDS"] ?? 2);
/** The pause between two attempts grows to five minutes. */
const RECOVERY_MS = 60_000 + Math.min(SECONDS * 1_000, 330_000);
const MESSAGES = 60;
const PER_HOUR = 4;
const FLOOD = 100;
const HOUR = 3_600_000;
const TOKEN = "987654:Token_Q7";

/** The system's, but time can be skipped. */
class SkippingClock implements Clock {
  #skipped = 0;
  readonly #waiting = new Set<{ at: number; fire: () => void }>();

  now(): number {
    return systemClock.now() + this.#skipped;
  }
  monotonic(): number {
    return systemClock.monotonic() + this.#skipped;
  }
  every(ms: number, fn: () => void): () => void {
    return systemClock.every(ms, fn);
  }
  after(ms: number, fn: () => void): () => void {
    const entry = {
      at: this.monotonic() + ms,
      fire: () => {
        cancel();
        fn();
      },
    };
    const stop = systemClock.after(ms, entry.fire);
    const cancel = () => {
      stop();
      this.#waiting.delete(entry);
    };
    this.#waiting.add(entry);
    return cancel;
  }
  skip(ms: number): void {
    this.#skipped += ms;
    for (const entry of this.#waiting) if (entry.at <= this.monotonic()) entry.fire();
  }
}

interface Receiver {
  kind: PodKind;
  iface: Record<string, string | number | boolean>;
  texts(): string[];
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

async function mail(): Promise<Receiver> {
  const server = await startMailServer({ user: "hub", password: "pw" });
  return {
    kind: email,
    iface: {
      host: "127.0.0.1",
      port: server.port,
      user: "hub",
      password: "pw",
      ca: server.ca,
      from: "hub@example.org",
      to: "anna@example.org",
    },
    texts: () => server.mails.map(({ text }) => text),
    down: () => server.down(),
    up: () => server.up(),
    stop: () => server.stop(),
  };
}

async function service(name: "matrix" | "telegram" | "slack" | "mattermost" | "teams"): Promise<Receiver> {
  const stand = await startChatStandIn(TOKEN);
  const account = { url: stand.url, token: TOKEN, to: name === "matrix" ? "!room:lan" : "4711" };
  const hook = { webhook: `${stand.url}/hook/${TOKEN}` };
  return {
    kind: chat,
    iface: { service: name, ...(name === "matrix" || name === "telegram" ? account : hook) },
    texts: () => stand.messages.map(({ text }) => text),
    down: () => stand.down(),
    up: () => stand.up(),
    stop: () => stand.stop(),
  };
}

/** What comes before she is back the server keeps for her. */
async function xmpp(): Promise<Receiver> {
  const server = await startProsody({ users: { hub: "pw", anna: "pw" } });
  let anna = await server.person("anna");
  const texts: string[] = [];
  return {
    kind: chat,
    iface: {
      service: "xmpp",
      url: server.url,
      user: "hub@localhost",
      token: "pw",
      ca: server.ca,
      to: "anna@people.test",
    },
    texts: () => [...texts, ...anna.texts()],
    async down() {
      texts.push(...anna.texts());
      await server.kill();
    },
    async up() {
      await server.up();
      anna = await server.person("anna");
    },
    stop: () => server.stop(),
  };
}

const RECEIVERS: Readonly<Record<string, () => Promise<Receiver>>> = {
  "e-mail": mail,
  XMPP: xmpp,
  Matrix: () => service("matrix"),
  Telegram: () => service("telegram"),
  Slack: () => service("slack"),
  Mattermost: () => service("mattermost"),
  Teams: () => service("teams"),
};

const channels: TestChannel[] = [
  { chan: "any", type: "int", config: { when: "always", text: "Nr. {value}." } },
];
const numbersIn = (texts: readonly string[]) =>
  [...texts.join("\n").matchAll(/Nr\. (\d+)\./g)].map(([, n]) => Number(n));
const upTo = (last: number) => Array.from({ length: last + 1 }, (_, n) => n);
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function outage(name: string, expect: ExpectStatic): Promise<void> {
  const receiver = await RECEIVERS[name]?.();
  if (!receiver) throw new Error(name);
  const texts = () => receiver.texts();
  const folder = await mkdtemp(path.join(os.tmpdir(), "outage-"));
  const clock = new SkippingClock();
  const start = async () => {
    const load = podLoad(receiver.kind.schema, [{ ...receiver.iface, max_per_hour: PER_HOUR }], channels);
    return await startPod(receiver.kind, { ...load, folder: path.join(folder, "own") }, clock);
  };
  let run: PodRun = await start();
  let last = 0;
  const arrived = (timeout: number) =>
    expect.poll(() => numbersIn(texts()), { timeout, interval: 100 }).toEqual(upTo(last));
  try {
    await run.write({ any: 0 });
    await arrived(RECOVERY_MS);
    await receiver.down();
    while (last < MESSAGES) {
      last += 1;
      await run.write({ any: last });
      await rest((SECONDS * 1_000) / MESSAGES);
      if (last !== MESSAGES / 2) continue;
      await run.stop();
      run = await start();
    }
    await receiver.up();
    await arrived(RECOVERY_MS);
    expect(texts().length).toBe(2);
    // The pod that was started meanwhile has sent one so far: as many more as it may, each on its own.
    for (let n = 1; n < PER_HOUR; n += 1) {
      last += 1;
      await run.write({ any: last });
      await arrived(RECOVERY_MS);
    }
    const allowed = texts().length;
    expect(allowed).toBe(1 + PER_HOUR);
    for (let n = 0; n < FLOOD; n += 1) {
      last += 1;
      await run.write({ any: last });
    }
    await rest(1_000);
    expect(texts().length).toBe(allowed);
    clock.skip(HOUR);
    await arrived(RECOVERY_MS);
    expect(texts().length).toBeLessThan(allowed + PER_HOUR);
    expect(run.failures).toEqual([]);
  } finally {
    await run.stop();
    await receiver.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

describe("an outage", () => {
  it.concurrent.for(Object.keys(RECEIVERS))(
    "%s: nothing is lost or out of order, and no flood follows",
    { timeout: SECONDS * 1_000 + 3 * RECOVERY_MS },
    async (name, { expect }) => {
      await outage(name, expect);
    },
  );
});
