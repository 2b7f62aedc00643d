import { PassThrough, Readable } from "node:stream";
import { expect, it } from "vitest";
import { webStreamOf } from "./web-stream.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

it("gives what the stream gives, to its end", async () => {
  const web = webStreamOf(Readable.from([bytes("ab"), bytes("c")], { objectMode: false }));
  expect(await new Response(web).text()).toBe("abc");
});

it("fails as the stream does", async () => {
  const stream = new PassThrough();
  const reader = webStreamOf(stream).getReader();
  stream.write("a");
  expect((await reader.read()).value).toEqual(bytes("a"));
  const next = reader.read();
  stream.destroy(new Error("no more"));
  await expect(next).rejects.toThrow("no more");
});

it("ends the stream when the reader gives up, whatever still waits in it", async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  const others = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException").on("uncaughtException", note);
  try {
    for (let reads = 0; reads < 12; reads += 1) {
      const stream = new PassThrough();
      const reader = webStreamOf(stream).getReader();
      for (let at = 0; at < 20; at += 1) stream.write(Buffer.alloc(10_000));
      for (let at = 0; at < reads; at += 1) {
        stream.write(Buffer.alloc(10_000));
        await reader.read();
      }
      await reader.cancel();
      await new Promise((resolve) => setImmediate(resolve));
      expect(stream.destroyed).toBe(true);
    }
  } finally {
    process.removeAllListeners("uncaughtException");
    for (const other of others) process.on("uncaughtException", other);
  }
  expect(uncaught).toEqual([]);
});
