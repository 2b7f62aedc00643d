import { describe, expect, it } from "vitest";
import { watchHub } from "./watch-hub.ts";

type Answer = Awaited<ReturnType<Parameters<typeof watchHub>[1]["read"]>> | Error;

async function watch(...answers: Answer[]) {
  let asked = 0;
  const waits: number[] = [];
  const state = await watchHub(
    { pid: 7, started: 100, state: "running" },
    {
      read: async () => {
        const answer = answers[Math.min(asked, answers.length - 1)];
        asked += 1;
        if (answer instanceof Error) throw answer;
        return answer;
      },
      sleep: async (ms) => {
        waits.push(ms);
      },
    },
  );
  return { state, asked, waits };
}

describe("watchHub", () => {
  it("waits a second at a time until another process runs", async () => {
    const { state, waits } = await watch(
      { pid: 7, started: 100, state: "running" },
      new Error("away"),
      undefined,
      { pid: 0, started: 0, state: "stopped" },
      { pid: 8, started: 103, state: "init" },
      { pid: 8, started: 103, state: "running" },
    );
    expect(state).toBe("running");
    expect(waits).toEqual([1000, 1000, 1000, 1000, 1000, 1000]);
  });
  it("takes every decision of the new process", async () => {
    expect((await watch({ pid: 8, started: 103, state: "no_license" })).state).toBe("no_license");
    expect((await watch({ pid: 7, started: 103, state: "no_project" })).state).toBe("no_project");
  });
  it("gives up after a minute", async () => {
    const { state, asked } = await watch({ pid: 7, started: 100, state: "running" });
    expect(state).toBeUndefined();
    expect(asked).toBe(60);
  });
});
