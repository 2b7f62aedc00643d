import { writeFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { ManualClock } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { expect, it, vi } from "vitest";
import { Downloads } from "./downloads.ts";

const folder = useFolder();
const BYTES = Buffer.alloc(1_000_000, "abc");
async function some(): Promise<{ file: string; name: string }> {
  const file = path.join(folder(), "backup");
  await writeFile(file, BYTES);
  return { file, name: "backup.tar" };
}

it("gives a file for a ticket, once and soon", async () => {
  const clock = new ManualClock();
  const downloads = new Downloads(clock);
  const asked = await some();
  const ticket = downloads.ticket(asked);
  const { name, size, stream } = await downloads.take(ticket);
  expect([name, size]).toEqual(["backup.tar", BYTES.length]);
  expect((await buffer(stream)).equals(BYTES)).toBe(true);
  await expect(downloads.take(ticket)).rejects.toThrow("gilt nicht mehr");
  await expect(downloads.take("nothing")).rejects.toThrow("gilt nicht mehr");
  const late = downloads.ticket(asked);
  clock.advance(60_001);
  await expect(downloads.take(late)).rejects.toThrow("gilt nicht mehr");
});

it("bears so many at a time, and ends those that nobody reads", async () => {
  const clock = new ManualClock();
  const downloads = new Downloads(clock);
  const asked = await some();
  const take = () => downloads.take(downloads.ticket(asked));
  const open = await Promise.all(Array.from({ length: 8 }, take));
  await expect(take()).rejects.toThrow("zu viele");
  for (const { stream } of open) stream.on("readable", () => undefined);
  await vi.waitFor(() => expect(open.every(({ stream }) => stream.readableLength > 0)).toBe(true));
  clock.advance(60_001);
  await vi.waitFor(() => expect(open.every(({ stream }) => stream.closed)).toBe(true));
  expect((await buffer((await take()).stream)).equals(BYTES)).toBe(true);
  await expect(downloads.take(downloads.ticket({ ...asked, file: `${asked.file}.gone` }))).rejects.toThrow(
    "gibt es",
  );
  // One that is never begun ends as well.
  const { size, stream } = await take();
  expect(size).toBe(BYTES.length);
  clock.advance(60_001);
  await vi.waitFor(() => expect(stream.closed).toBe(true));
});
