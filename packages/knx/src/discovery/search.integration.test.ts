import { createSocket, type Socket } from "node:dgram";
import { systemClock } from "@hubwart/core";
import { useOpen } from "@hubwart/testing/open";
import { expect, it } from "vitest";
import { searchAnswer } from "../testing/description.ts";
import { parseFrame, parseHpai, SERVICE } from "../wire/frame.ts";
import { searchDevices } from "./search.ts";

const open = useOpen((socket: Socket) => socket.close());

/** A device that checks each question as the standard has it. */
async function device(answers: (extended: boolean) => Buffer[]) {
  const socket = createSocket("udp4");
  open.push(socket);
  const questions: string[] = [];
  const violations: string[] = [];
  socket.on("message", (bytes, from) => {
    const frame = parseFrame(bytes);
    const endpoint = frame && parseHpai(frame.body);
    const extended = frame?.service === SERVICE.searchRequestExtended;
    if (!frame || (!extended && frame.service !== SERVICE.searchRequest)) violations.push("service");
    if (endpoint?.tcp !== false || endpoint.address !== from.address || endpoint.port !== from.port) {
      violations.push(`endpoint ${JSON.stringify(endpoint)}`);
    }
    const blocks = frame?.body.subarray(8).toString("hex");
    if (blocks !== (extended ? "060401020607" : "")) violations.push(`blocks ${blocks}`);
    questions.push(extended ? "extended" : "plain");
    for (const answer of answers(extended)) socket.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve) => void socket.bind(0, "127.0.0.1", resolve));
  return { port: socket.address().port, questions, violations };
}

const search = (port: number, ms: number) =>
  searchDevices({ clock: systemClock, ms, adapters: ["127.0.0.1"], group: "127.0.0.1", port });

it("asks plainly and extended, again after a second, and takes what answers among garbage", async () => {
  let asked = 0;
  const peer = await device((extended) => {
    asked += 1;
    // The first two questions are lost.
    if (asked <= 2) return [];
    const garbage = [Buffer.from("HTTP/1.1 400\r\n"), Buffer.alloc(0), Buffer.alloc(512, 0xff)];
    return extended
      ? [...garbage, searchAnswer({ name: "Haus", secured: [4, 1], tunnels: [7] }, true)]
      : [...garbage, searchAnswer({ name: "Haus" })];
  });
  const { devices, adapters } = await search(peer.port, 1_600);
  expect(peer.questions.sort()).toEqual(["extended", "extended", "plain", "plain"]);
  expect(peer.violations).toEqual([]);
  expect(adapters).toEqual(["127.0.0.1"]);
  expect(devices).toMatchObject([
    { name: "Haus", host: "192.168.1.20", secured: ["tunnelling"], tunnels: { total: 1, free: 1 } },
  ]);
});

it("ends in its time, whoever floods it, and early when nobody waits any more", async () => {
  const peer = await device(() => Array.from({ length: 300 }, (_, n) => searchAnswer({ address: n })));
  const { devices } = await search(peer.port, 300);
  expect(devices.length).toBeLessThanOrEqual(16);
  const waiting = new AbortController();
  const begun = performance.now();
  const ended = searchDevices({
    clock: systemClock,
    signal: waiting.signal,
    ms: 60_000,
    adapters: ["127.0.0.1"],
    group: "127.0.0.1",
    port: peer.port,
  });
  waiting.abort();
  await ended;
  expect(performance.now() - begun).toBeLessThan(30_000);
});

it("leaves out an adapter that this machine does not have", async () => {
  const result = await searchDevices({ clock: systemClock, ms: 10, adapters: ["192.0.2.1"] });
  expect(result).toEqual({ devices: [], adapters: [] });
});
