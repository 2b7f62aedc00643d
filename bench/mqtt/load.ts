/**
 * Open-loop load for a bridge from `in/<i>` to `out/<i>`: publishes at a fixed rate whatever comes back,
 * and judges every message that arrives. Publisher and receiver are separate processes, so that neither
 * slows the other; times are CLOCK_MONOTONIC, which processes of one machine share.
 *
 * Payload, 64 bytes: `<sequence> <ns>` padded with blanks. The sequence counts per topic, so that a lost,
 * duplicated or reordered message is seen.
 */
import type { Socket } from "node:net";
import mqtt, { type MqttClient } from "mqtt";

export const TOPICS = 1_000;
export const PAYLOAD = 64;

/** Longest wait for what is still under way when the publisher is done, ms. */
const DRAIN = 12_000;

export interface LoadOrder {
  port: number;
  /** Messages per second over all topics. */
  rate: number;
  seconds: number;
  qos: 0 | 1;
}

export interface LoadResult {
  sent: number;
  received: number;
  lost: number;
  duplicated: number;
  reordered: number;
  /** Latency from publish to receipt, ms. */
  p50: number;
  p99: number;
  max: number;
  /** Rate the publisher reached, messages per second. */
  achieved: number;
}

/** Sends small packets at once: held back (Nagle), they would wait up to 40 ms for an acknowledgement. */
export function connect(port: number, options: { clientId: string }): Promise<MqttClient> {
  const client = mqtt.connect({ host: "127.0.0.1", port, protocolVersion: 4, ...options });
  return new Promise((resolve, reject) => {
    client.once("connect", () => {
      (client.stream as Socket).setNoDelay(true);
      resolve(client);
    });
    client.once("error", reject);
  });
}

/** Publishes; resolves with the number sent per topic once all are handed to the broker. */
export async function publish(order: LoadOrder): Promise<{ sent: number; seconds: number }> {
  const client = await connect(order.port, { clientId: "bench-publisher" });
  const sequence = new Uint32Array(TOPICS);
  const started = process.hrtime.bigint();
  const total = order.rate * order.seconds;
  let sent = 0;
  await new Promise<void>((resolve) => {
    const tick = () => {
      const elapsed = Number(process.hrtime.bigint() - started) / 1e9;
      const due = Math.min(total, Math.floor(elapsed * order.rate));
      for (; sent < due; sent += 1) {
        const topic = sent % TOPICS;
        const n = (sequence[topic] ?? 0) + 1;
        sequence[topic] = n;
        client.publish(`in/${topic}`, `${n} ${process.hrtime.bigint()}`.padEnd(PAYLOAD), { qos: order.qos });
      }
      if (sent >= total) resolve();
      else setTimeout(tick, 1);
    };
    tick();
  });
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  // What a broker that fell far behind has not acknowledged by then counts as lost.
  await Promise.race([client.endAsync(), new Promise((resolve) => setTimeout(resolve, DRAIN))]);
  return { sent, seconds };
}

/** Receives until nothing has come for `quietMs` after `done` was called. */
export async function receive(port: number, qos: 0 | 1) {
  const client = await connect(port, { clientId: "bench-receiver" });
  const last = new Uint32Array(TOPICS);
  const latencies: number[] = [];
  let received = 0;
  let duplicated = 0;
  let reordered = 0;
  let gaps = 0;
  let lastAt = performance.now();
  client.on("message", (topic, payload) => {
    const now = process.hrtime.bigint();
    lastAt = performance.now();
    const index = Number(topic.slice("out/".length));
    const text = payload.toString("latin1");
    const blank = text.indexOf(" ");
    const n = Number(text.slice(0, blank));
    const before = last[index] ?? 0;
    received += 1;
    if (n === before) duplicated += 1;
    else if (n < before) reordered += 1;
    else {
      gaps += n - before - 1;
      last[index] = n;
    }
    latencies.push(Number(now - BigInt(text.slice(blank + 1).trim())) / 1e6);
  });
  await client.subscribeAsync("out/#", { qos });
  return {
    async finish(sent: number, quietMs = 2_000): Promise<Omit<LoadResult, "achieved">> {
      const end = performance.now() + DRAIN;
      while (performance.now() < end && received < sent && performance.now() - lastAt < quietMs) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      await client.endAsync(true);
      latencies.sort((a, b) => a - b);
      const at = (q: number) =>
        latencies[Math.min(latencies.length - 1, Math.floor(q * latencies.length))] ?? Number.NaN;
      return {
        sent,
        received,
        lost: sent - (received - duplicated - reordered),
        duplicated,
        reordered: reordered + (gaps > 0 && sent === received ? gaps : 0),
        p50: at(0.5),
        p99: at(0.99),
        max: at(1),
      };
    },
  };
}
