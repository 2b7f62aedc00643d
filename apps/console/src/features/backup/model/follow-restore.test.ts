import { expect, it } from "vitest";
import type { RestoreResult } from "../api/restore.ts";
import { followRestore } from "./follow-restore.ts";

const state = (name: RestoreResult["state"], message = ""): RestoreResult => ({
  code: 0,
  state: name,
  step: "",
  message,
});
function script(answers: (RestoreResult | Error)[]) {
  let at = 0;
  const waited: number[] = [];
  const done = followRestore({
    sleep: async (ms) => void waited.push(ms),
    result: async () => {
      const answer = answers[at];
      at += 1;
      if (!answer) throw new Error("asked too often");
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { done, waited, asked: () => at };
}

it("waits through the restart until it is done", async () => {
  const { asked, done, waited } = script([
    state("running"),
    new Error("away"),
    state("running"),
    state("done"),
  ]);
  await done;
  expect(asked()).toBe(4);
  expect(waited).toEqual([2_000, 2_000, 2_000, 2_000]);
});

it("says why it failed", async () => {
  await expect(script([new Error("away"), state("failed", "Zu alt.")]).done).rejects.toThrow("Zu alt.");
});
