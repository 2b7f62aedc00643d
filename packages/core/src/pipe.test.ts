import { PassThrough, Readable } from "node:stream";
import { expect, it } from "vitest";
import { pipe } from "./pipe.ts";

it("fails with the reason of its signal", async () => {
  const abort = new AbortController();
  const done = pipe([new PassThrough(), new PassThrough()], abort.signal);
  abort.abort(new Error("Die Übertragung brach ab."));
  await expect(done).rejects.toThrow("Die Übertragung brach ab.");
});

it("fails with what a part fails with, and ends otherwise", async () => {
  const { signal } = new AbortController();
  const target = () => new PassThrough().resume();
  const broken = new PassThrough();
  const done = pipe([broken, target()], signal);
  broken.destroy(new Error("voll"));
  await expect(done).rejects.toThrow("voll");
  await pipe([Readable.from(["a"]), target()], signal);
});
