/** Callers of the asset pod that ask on and on and read nothing: devices go on. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { askGreedily, GREEDY_ADDRESS, growth } from "@hubwart/testing";
import { useEnds } from "@hubwart/testing/open";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { type PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";

const ends = useEnds();

const CHANNELS: TestChannel[] = [
  { chan: "temp", dir: "in", config: { asset: "pumpe", key: "temp" } },
  { chan: "text", dir: "out", type: "string", config: { asset: "gierig", key: "text" } },
];

async function start(): Promise<PodRun & { port: number }> {
  const users = ["pumpe", "gierig"].map((username) => ({
    username,
    role: "feld",
    pwd: "",
    token: createHash("sha256").update(`t-${username}`).digest("base64url"),
  }));
  const load = podLoad(kind.schema, [{ port: 0 }], CHANNELS);
  load.files = { "users.json": Buffer.from(JSON.stringify(users)).toString("base64") };
  const pod = await startPod(kind, load);
  ends.push(() => pod.stop());
  await pod.until(() => pod.iface()?.state === true);
  return Object.assign(pod, { port: pod.iface()?.port ?? 0 });
}

async function device(port: number, name: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
  ends.push(() => socket.terminate());
  socket.on("error", () => undefined);
  await once(socket, "open");
  socket.send(JSON.stringify({ t: "hello", token: `t-${name}` }));
  await once(socket, "message");
  return socket;
}

const UPGRADE =
  "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

/** A frame of a client, masked by zeros. */
function frame(opcode: number, payload: Buffer): Buffer {
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0xfe, payload.length >> 8, payload.length & 0xff];
  return Buffer.concat([Buffer.from([0x80 | opcode, ...length, 0, 0, 0, 0]), payload]);
}

const many = (bytes: Buffer) => Buffer.concat([Buffer.from(UPGRADE), ...Array<Buffer>(3_000).fill(bytes)]);

it.each([
  ["requests that are none of WebSocket", Buffer.from("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(3_000))],
  ["messages", many(frame(1, Buffer.from('{"t":"ping"}')))],
  ["pings of the protocol", many(frame(9, Buffer.alloc(120, "x")))],
  ["messages as long as may be", many(frame(1, Buffer.alloc(1_000, "[")))],
])(
  "60 connections with 3,000 %s each, unread, cost little; a device goes on",
  async (_, said) => {
    const pod = await start();
    const good = await device(pod.port, "pumpe");
    const grown = growth();
    ends.push(grown.end);
    const greedy = await askGreedily(pod.port, 60, said);
    ends.push(greedy.end);
    for (let n = 1; n <= 10; n += 1) {
      good.send(JSON.stringify({ t: "values", seq: n, values: { temp: n } }));
      await pod.until(() => pod.last("temp")?.value === n);
    }
    // Who comes only now is let in.
    const second = await device(pod.port, "pumpe");
    second.send(JSON.stringify({ t: "values", seq: 1, values: { temp: 99 } }));
    await pod.until(() => pod.last("temp")?.value === 99);
    // The bytes that the greedy ones themselves still have to send are this process's too.
    expect(grown.mebibytes()).toBeLessThan(250);
  },
  30_000,
);

it("names who pipelines requests without end", async () => {
  const pod = await start();
  const text = "GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(3_000);
  const greedy = await askGreedily(pod.port, 20, text);
  ends.push(greedy.end);
  await pod.until(() => pod.iface()?.overload !== undefined);
  expect(pod.iface()?.overload?.address).toBe(GREEDY_ADDRESS);
});
