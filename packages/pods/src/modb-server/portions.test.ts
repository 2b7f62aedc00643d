import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { Portions } from "./portions.ts";

const requests = (count: number) =>
  Array.from({ length: count }, (_, transaction) => ({ transaction, unit: 1, pdu: Buffer.alloc(5) }));

/** A byte for each answer. */
function connection(answered: string[], name: string) {
  // Of a socket only what every stream has is used.
  const socket = new PassThrough({ highWaterMark: 64 }) as never as ConstructorParameters<typeof Portions>[0];
  const portions = new Portions(
    socket,
    (frames) => {
      answered.push(...frames.map(() => name));
      return Buffer.from(frames.map(({ transaction }) => transaction & 0xff));
    },
    () => undefined,
  );
  return { socket, portions };
}

it("one with many requests keeps no other waiting", async () => {
  const answered: string[] = [];
  const [greedy, other] = [connection(answered, "greedy"), connection(answered, "other")];
  greedy.socket.resume();
  greedy.portions.push(requests(5_000));
  other.portions.push(requests(1));
  expect(answered.length).toBeLessThan(100);
  expect(answered.at(-1)).toBe("other");
  greedy.portions.push(requests(1));
  for (let n = 0; n < 2_000 && answered.length < 5_002; n += 1) {
    greedy.socket.resume();
    await sleep(1);
  }
  expect(answered.filter((name) => name === "greedy")).toHaveLength(5_001);
});

it("what is not read is not answered, and nothing after its end", async () => {
  const answered: string[] = [];
  const { portions, socket } = connection(answered, "x");
  portions.push(requests(5_000));
  await sleep(20);
  expect(answered.length).toBeLessThan(200);
  socket.destroy();
  portions.push(requests(1));
  await sleep(5);
  expect(answered.length).toBeLessThan(200);
});

it("who has asked and closed its side is answered all the same, and its connection ends", async () => {
  const answered: string[] = [];
  const { portions, socket } = connection(answered, "x");
  const ended = vi.spyOn(socket, "end");
  portions.push(requests(200));
  socket.emit("end");
  for (let n = 0; n < 2_000 && !ended.mock.calls.length; n += 1) {
    socket.resume();
    await sleep(1);
  }
  expect(answered).toHaveLength(200);
  expect(ended).toHaveBeenCalledOnce();
  const idle = connection(answered, "y");
  const over = vi.spyOn(idle.socket, "end");
  idle.socket.emit("end");
  expect(over).toHaveBeenCalledOnce();
});
