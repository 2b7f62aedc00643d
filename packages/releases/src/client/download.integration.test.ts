import { readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { systemClock } from "@hubwart/core";
import { afterEach, beforeEach, expect, it } from "vitest";
import { TestRepository } from "../testing/repository.ts";
import { openRepository, type Repository } from "./repository.ts";

let peer: TestRepository;
let device: Repository;
let file = "";
let whole = Buffer.alloc(0);
const patient = { answer: 10_000, stall: 10_000, window: 10_000, least: 1000, metadata: 10_000 };
const impatient = { answer: 100, stall: 80, window: 120, least: 1000, metadata: 10_000 };
/** Pauses between tries, ms; they are not waited for. */
const pauses: number[] = [];
const clock = {
  ...systemClock,
  after: (ms: number, fn: () => void) => {
    pauses.push(ms);
    return systemClock.after(Math.min(ms, 5), fn);
  },
};

beforeEach(async () => {
  peer = await TestRepository.start();
  const archive = await peer.archive("1.0.0", { size: 900_000 });
  whole = await readFile(archive);
  await peer.publisher.publish(archive, "stable");
  device = await open(patient);
  file = path.join(peer.root, "got.tar.br");
});
afterEach(() => peer.scope.end());

async function open(limits: typeof patient): Promise<Repository> {
  const repository = await openRepository({
    url: peer.url,
    channel: "stable",
    arch: "x64",
    trustedRoot: path.join(peer.folder, "current", "1.root.json"),
    cacheFolder: path.join(peer.root, "cache"),
    clock,
    limits,
  });
  await repository.refresh(AbortSignal.timeout(20_000));
  return repository;
}
/** Whether the file is the archive; a comparison that shows differences takes seconds. */
const arrived = async () => whole.equals(await readFile(file));
const download = (onBytes?: (bytes: number) => void) =>
  device.download(
    { version: "1.0.0" },
    file,
    onBytes ? { signal: AbortSignal.timeout(30_000), onBytes } : { signal: AbortSignal.timeout(30_000) },
  );
const fault = (task: Promise<unknown>) =>
  task.then(
    () => "none",
    (error: { fault?: string; message: string }) => error.fault ?? error.message,
  );
const answer = (how: (response: ServerResponse, from: number) => void) => {
  peer.disturb = (name, request, response) => {
    if (!name.startsWith("targets/")) return false;
    how(response, Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? "0"));
    return true;
  };
};
/** Some of the archive from a byte on, as a server with ranges gives it. */
const piece = (response: ServerResponse, from: number, length: number) => {
  response.writeHead(from > 0 ? 206 : 200, {
    "content-length": whole.length - from,
    ...(from > 0 ? { "content-range": `bytes ${from}-${whole.length - 1}/${whole.length}` } : {}),
  });
  response.write(whole.subarray(from, from + length));
};
const leftovers = async () => (await readdir(peer.root)).filter((name) => name.startsWith("got"));

it("goes on where the line was cut, as often as it is, and shows what came", async () => {
  answer((response, from) => {
    piece(response, from, 300_000);
    setTimeout(() => response.destroy(), 20);
  });
  const seen: number[] = [];
  await download((bytes) => seen.push(bytes));
  expect(await arrived()).toBe(true);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(seen.at(-1)).toBe(whole.length);
  expect(peer.asked.filter((name) => name.startsWith("targets/")).length).toBeGreaterThan(2);
  expect(await leftovers()).toEqual(["got.tar.br"]);
});

it("goes on in a new process, and needs none when all is there", async () => {
  await writeFile(`${file}.part`, whole.subarray(0, 500_000));
  await download();
  expect(peer.asked.at(-1)).toMatch(/ bytes=500000-$/);
  expect(await arrived()).toBe(true);
  const asked = peer.asked.length;
  await download();
  expect(peer.asked).toHaveLength(asked);
  await truncate(file, 100);
  await download();
  expect(await arrived()).toBe(true);
});

it("begins again over a part that is another's or too long, and with a server without ranges", async () => {
  for (const part of [
    Buffer.alloc(400_000, 1),
    Buffer.alloc(whole.length, 2),
    Buffer.alloc(whole.length + 1),
  ]) {
    await writeFile(`${file}.part`, part);
    await writeFile(file, "something else");
    await download();
    expect(await arrived()).toBe(true);
  }
  await writeFile(file, "");
  await writeFile(`${file}.part`, whole.subarray(0, 1000));
  answer((response) => response.end(whole));
  await download();
  expect(await arrived()).toBe(true);
});

it("refuses other content and other lengths, and keeps nothing of them", async () => {
  const wrong = Buffer.from(whole);
  wrong.writeUInt8(wrong.readUInt8(1000) ^ 1, 1000);
  const answers: ((response: ServerResponse) => void)[] = [
    (response) => response.end(wrong),
    (response) => response.writeHead(200).write(Buffer.concat([whole, whole])),
    (response) => response.end(Buffer.concat([whole, Buffer.alloc(1)])),
    (response) => response.end(whole.subarray(0, 1000)),
  ];
  for (const [index, how] of answers.entries()) {
    answer(how);
    expect([index, await fault(download())]).toEqual([index, "damaged"]);
    expect(await leftovers()).toEqual([]);
  }
  await writeFile(`${file}.part`, whole.subarray(0, 5000));
  answer((response) =>
    response.writeHead(206, { "content-range": "bytes 5000-5999/6000" }).end(wrong.subarray(5000, 6000)),
  );
  expect(await fault(download())).toBe("damaged");
});

it("waits as long as a busy server asks, up to a minute", async () => {
  pauses.length = 0;
  const asked = [undefined, "20", "900"];
  answer((response, from) => {
    if (asked.length === 0) return piece(response, from, whole.length);
    const wait = asked.shift();
    response.writeHead(503, wait === undefined ? {} : { "retry-after": wait }).end();
  });
  await download();
  expect(await arrived()).toBe(true);
  expect(pauses).toEqual([1_000, 20_000, 60_000]);
});

it("gives up on a server that is silent, stalls, drips, or brings nothing", async () => {
  device = await open(impatient);
  const answers: ((response: ServerResponse, from: number) => void)[] = [
    () => {},
    (response, from) => piece(response, from, 1000),
    (response, from) => {
      piece(response, from, 1);
      const more = setInterval(() => response.write(whole.subarray(0, 1)), 50);
      response.once("close", () => clearInterval(more));
    },
    (response) => response.destroy(),
    (response) => response.writeHead(503).end(),
    (response) => response.writeHead(302, { location: "/elsewhere" }).end(),
    (response) => response.writeHead(206, { "content-range": `bytes 7-9/${whole.length}` }).end("abc"),
  ];
  for (const [index, how] of answers.entries()) {
    answer(how);
    expect([index, await fault(download())]).toEqual([index, "unreachable"]);
  }
  peer.disturb = () => false;
  device = await open(patient);
  await download();
  expect(await arrived()).toBe(true);
});

it("ends at once when it is told to, and keeps what came", async () => {
  answer((response, from) => piece(response, from, 100_000));
  const control = new AbortController();
  const running = device.download({ version: "1.0.0" }, file, {
    signal: control.signal,
    onBytes: () => control.abort(new Error("ended")),
  });
  await expect(running).rejects.toThrow("ended");
  expect((await stat(`${file}.part`)).size).toBeGreaterThan(0);
  peer.disturb = () => false;
  await download();
  expect(peer.asked.at(-1)).toMatch(/ bytes=\d+-$/);
});
