import { expect, it } from "vitest";
import { HttpFailure } from "../shared/http/request.ts";
import { SlowLane } from "./slow-lane.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Requests that end when the test says so. */
function bench(connections: number) {
  const lane = new SlowLane(connections);
  const open = new Map<string, { answer: () => void; fail: () => void }>();
  const begin = (what: string) =>
    lane
      .run(
        what,
        () =>
          new Promise<void>((resolve, reject) => {
            const fail = () => reject(new HttpFailure("late", true));
            open.set(what, { answer: resolve, fail });
          }),
      )
      .catch(() => undefined);
  const end = async (what: string, how: "answer" | "fail") => {
    open.get(what)?.[how]();
    open.delete(what);
    await settled();
  };
  return { open, begin, end, running: () => [...open.keys()] };
}

it("leaves a socket to what answers, and lets the others wait for each other", async () => {
  const { begin, end, running } = bench(3);
  for (const what of ["a", "b", "c"]) {
    void begin(what);
    await end(what, "fail");
  }
  for (const what of ["a", "b", "c", "good", "new"]) void begin(what);
  await settled();
  expect(running()).toEqual(["a", "b", "good", "new"]);
  await end("a", "fail");
  expect(running()).toEqual(["b", "good", "new", "c"]);
  // What answers again is no longer held back.
  await end("c", "answer");
  void begin("a");
  void begin("c");
  await settled();
  expect(running()).toEqual(["b", "good", "new", "a", "c"]);
});

it("keeps one place for them where there is only one socket", async () => {
  const { begin, end, running } = bench(1);
  void begin("a");
  await end("a", "fail");
  void begin("a");
  await settled();
  expect(running()).toEqual(["a"]);
});
