import { type FileHandle } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { decodeFrames, encodeFrame, FrameLog, readFrames } from "./frames.ts";

/** What reached the system, in order. */
const seen = vi.hoisted(() => ({ steps: [] as string[], full: false }));
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  return {
    ...real,
    async open(...given: Parameters<typeof real.open>) {
      const handle = await real.open(...given);
      return new Proxy(handle, {
        get(target, name: keyof FileHandle) {
          if (name === "appendFile")
            return async (frame: Buffer) => {
              seen.steps.push("append");
              // A disk that fills up takes the beginning.
              await target.appendFile(seen.full ? frame.subarray(0, 5) : frame);
              if (seen.full) throw Object.assign(new Error("no room"), { code: "ENOSPC" });
            };
          if (name === "datasync")
            return async () => {
              await target.datasync();
              seen.steps.push("synced");
            };
          const value: unknown = target[name];
          return typeof value === "function" ? (value.bind(target) as unknown) : value;
        },
      });
    },
  };
});

const folder = useFolder();
beforeEach(() => {
  Object.assign(seen, { steps: [], full: false });
});

const texts = (contents: Buffer[]) => contents.map((content) => content.toString());

describe("a log of frames", () => {
  it("has a frame on disk when the append resolves", async () => {
    const file = path.join(folder(), "log");
    const log = await FrameLog.open(file, 0);
    await log.append(Buffer.from("one")).then(() => seen.steps.push("resolved"));
    expect(seen.steps).toEqual(["append", "synced", "resolved"]);
    await log.close();
    expect(texts((await readFrames(file)).contents)).toEqual(["one"]);
  });

  it("loses nothing behind an append that failed in the middle", async () => {
    const file = path.join(folder(), "log");
    const log = await FrameLog.open(file, 0);
    await log.append(Buffer.from("one"));
    seen.full = true;
    await expect(log.append(Buffer.from("two"))).rejects.toMatchObject({ code: "ENOSPC" });
    seen.full = false;
    await log.append(Buffer.from("three"));
    await log.close();
    expect(texts((await readFrames(file)).contents)).toEqual(["one", "three"]);
  });

  it("loses a frame with a flipped bit alone, unless its length is hit", () => {
    const frames = ["one", "two", "three"].map((text) => encodeFrame(Buffer.from(text)));
    const log = Buffer.concat(frames);
    fc.assert(
      fc.property(fc.nat(log.length - 1), fc.nat(7), (at, bit) => {
        const damaged = Buffer.from(log);
        damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
        let whole = 0;
        let begin = 0;
        while (at >= begin + (frames[whole]?.length ?? 0)) begin += frames[whole++]?.length ?? 0;
        const { contents, damaged: lost } = decodeFrames(damaged);
        const all = ["one", "two", "three"];
        const others = all.filter((_, index) => index !== whole);
        expect(texts(contents)).toEqual(at - begin < 4 ? all.slice(0, whole) : others);
        expect(lost).toBe(at - begin < 4 || whole === 2 ? 0 : 1);
      }),
    );
  });

  it("ends where a power cut left zeros", () => {
    const one = encodeFrame(Buffer.from("one"));
    const { contents, length } = decodeFrames(Buffer.concat([one, Buffer.alloc(100)]));
    expect([texts(contents), length]).toEqual([["one"], one.length]);
  });
});
