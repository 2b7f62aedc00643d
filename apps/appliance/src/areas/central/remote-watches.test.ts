/** Live data that is fetched piece by piece: each piece once, in order, and nothing lives longer than somebody asks. */
import { PassThrough } from "node:stream";
import { ManualClock } from "@hubwart/core";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { RemoteWatches } from "./remote-watches.ts";

let clock: ManualClock;
let watches: RemoteWatches;
let stream: PassThrough;
const close = vi.fn();
const open = vi.fn(async () => ({ stream: stream.setEncoding("utf8"), close }));
beforeEach(() => {
  clock = new ManualClock();
  watches = new RemoteWatches(clock);
  stream = new PassThrough();
  close.mockReset();
  open.mockClear();
});
const body = async (key = "a") => (await watches.read(key, open)).body;

describe("a stream that is asked for piece by piece", () => {
  it("is opened once, and brings what came since, each character whole", async () => {
    stream.write("eins");
    expect(await body()).toBe("eins");
    const [first, rest] = [Buffer.from("zwö").subarray(0, 3), Buffer.from("zwö").subarray(3)];
    stream.write(first);
    expect(await body()).toBe("zw");
    stream.write(rest);
    expect([await body(), await body()]).toEqual(["ö", ""]);
    expect(open).toHaveBeenCalledTimes(1);
  });

  it("brings a long piece in several", async () => {
    const long = "x".repeat(450_000);
    stream.write(long);
    const parts = [await body(), await body(), await body()];
    expect(parts.map(({ length }) => length)).toEqual([200_000, 200_000, 50_000]);
    expect(parts.join("")).toBe(long);
  });

  it("holds up whoever writes while nobody asks", () => {
    void watches.read("a", open);
    const written = Array.from({ length: 100 }, () => stream.write("x".repeat(10_000)));
    expect(written).toContain(false);
  });

  it("ends where nobody asks for ten seconds, and goes on for who does", async () => {
    await body();
    clock.advance(9_000);
    await body();
    clock.advance(9_000);
    await body();
    expect(close).not.toHaveBeenCalled();
    clock.advance(10_000);
    await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(1));
  });

  it("is told to be over once all of it was told, and may be opened anew", async () => {
    stream.end("letztes");
    expect(await body()).toBe("letztes");
    await vi.waitFor(async () => expect((await watches.read("a", open)).status).toBe(410));
    expect(close).toHaveBeenCalledTimes(1);
    stream = new PassThrough();
    expect((await watches.read("a", open)).status).toBe(200);
  });

  it("of which sixteen are open leaves no room for another, until one ends", async () => {
    for (let n = 0; n < 16; n += 1) await body(`k${n}`);
    expect((await watches.read("one more", open)).status).toBe(503);
    clock.advance(10_000);
    expect((await watches.read("one more", open)).status).toBe(200);
  });

  it("ends with all others when the site allows less, also while it is being opened", async () => {
    await body("a");
    let opened: (value: Awaited<ReturnType<typeof open>>) => void = () => undefined;
    const under = watches.read("b", () => new Promise((resolve) => (opened = resolve)));
    watches.end();
    opened({ stream, close });
    await under;
    expect(close).toHaveBeenCalledTimes(2);
  });

  it("that ended while it was being opened takes nothing from the next one of its name", async () => {
    let opened: (value: Awaited<ReturnType<typeof open>>) => void = () => undefined;
    const first = watches.read("a", () => new Promise((resolve) => (opened = resolve)));
    watches.end();
    const second = new PassThrough();
    const closeSecond = vi.fn();
    const openSecond = async () => ({ stream: second.setEncoding("utf8"), close: closeSecond });
    expect((await watches.read("a", openSecond)).status).toBe(200);
    opened({ stream, close });
    expect((await first).status).toBe(410);
    second.write("x");
    expect((await watches.read("a", openSecond)).body).toBe("x");
    clock.advance(10_000);
    await vi.waitFor(() => expect(closeSecond).toHaveBeenCalledTimes(1));
  });

  it("that was refused, or failed to open, leaves nothing behind", async () => {
    const no = { v: 1, status: 403, body: "{}" } as const;
    expect(await watches.read("a", async () => no)).toBe(no);
    await expect(watches.read("a", async () => await Promise.reject(new Error("x")))).rejects.toThrow("x");
    expect((await watches.read("a", open)).status).toBe(200);
  });
});
