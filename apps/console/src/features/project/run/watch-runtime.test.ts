import { describe, expect, it } from "vitest";
import {
  correctRuntime,
  type PodTrace,
  type Runtime,
  type RuntimeMessage,
  type WatchParts,
  watchRuntime,
} from "./watch-runtime.ts";

type Answer<T> = T | Error;

/** Answers in turn; a question too many fails. The clock is the sum of what was slept. */
function scripted(
  pods: Answer<PodTrace[]>[],
  errors: Answer<RuntimeMessage[]>[] = [],
  licensed: Answer<boolean> = true,
) {
  const said: string[] = [];
  let now = 0;
  const next = async <T>(name: string, script: Answer<T>[]): Promise<T> => {
    said.push(`${name}@${now}`);
    const answer = script.shift();
    if (answer === undefined) throw new RangeError(`${name} was asked once too often`);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const parts: WatchParts = {
    licensed: () => next("licensed", [licensed]),
    pods: () => next("pods", pods),
    errors: () => next("errors", errors),
    sleep: async (ms) => {
      now += ms;
    },
    pleaseWait: () => said.push(`wait@${now}`),
  };
  return { parts, said };
}
const pod = (chan: string, conn_state: boolean): PodTrace => ({ chan, conn_state });
const up = [pod("mqtt.pod.a", true), pod("ping.pod.b", true)];
const half = [pod("mqtt.pod.a", false), pod("ping.pod.b", true)];
const lost = new Error("no hub");

it("is finished at once when all pods are connected", async () => {
  const { parts, said } = scripted([up], [[]]);
  expect(await watchRuntime(parts)).toEqual({ kind: "finished" });
  expect(said).toEqual(["licensed@0", "wait@0", "pods@0", "errors@0"]);
});

it("asks again after a second while a pod is not connected, and says to wait only once", async () => {
  const { parts, said } = scripted([half, half, up], [[]]);
  expect(await watchRuntime(parts)).toEqual({ kind: "finished" });
  expect(said).toEqual(["licensed@0", "wait@0", "pods@0", "pods@1000", "pods@2000", "errors@2000"]);
});

it("gives up after three tries and names the pods", async () => {
  const { parts, said } = scripted([half, half, half, up], [[]]);
  expect(await watchRuntime(parts)).toEqual({ kind: "invalid_pod", pods: ["mqtt.pod.a"] });
  expect(said.filter((line) => line.startsWith("pods"))).toHaveLength(3);
});

it("lists errors, whether all pods are connected or not", async () => {
  const messages = [{ chan: "mqtt.pod.a", err_text: "Anmeldung abgelehnt" }];
  expect(await watchRuntime(scripted([up], [messages]).parts)).toEqual({ kind: "errors", messages });
  expect(await watchRuntime(scripted([half, half, half], [messages]).parts)).toEqual({
    kind: "errors",
    messages,
  });
});

describe("a hub that does not answer", () => {
  it("is asked again", async () => {
    expect(await watchRuntime(scripted([lost, up], [[]]).parts)).toEqual({ kind: "finished" });
  });
  it("leaves the outcome open after three tries", async () => {
    const { parts, said } = scripted([lost, lost, lost]);
    expect(await watchRuntime(parts)).toEqual({ kind: "unknown" });
    expect(said.at(-1)).toBe("pods@2000");
  });
  it("leaves the outcome open when it falls silent in between", async () => {
    expect(await watchRuntime(scripted([up], [lost]).parts)).toEqual({ kind: "unknown" });
  });
});

it("does not wait for a hub without a licence", async () => {
  const { parts, said } = scripted([], [], false);
  expect(await watchRuntime(parts)).toEqual({ kind: "unlicensed" });
  expect(said).toEqual(["licensed@0"]);
});

it("goes on when the licence could not be asked for", async () => {
  expect(await watchRuntime(scripted([up], [[]], lost).parts)).toEqual({ kind: "finished" });
});

it("is finished for a project without pods", async () => {
  expect(await watchRuntime(scripted([[]], [[]]).parts)).toEqual({ kind: "finished" });
});

describe("a result that is not final", () => {
  const first: Runtime = { kind: "invalid_pod", pods: ["mqtt.pod.a"] };
  async function corrected(pods: Answer<PodTrace[]>[], wanted = () => true): Promise<Runtime[]> {
    const seen: Runtime[] = [];
    const errors = pods.map(() => []);
    await correctRuntime(scripted(pods, errors).parts, first, wanted, (runtime) => seen.push(runtime));
    return seen;
  }

  it("is corrected once the pods run, and silence corrects nothing", async () => {
    expect(await corrected([half, lost, half, up])).toEqual([{ kind: "finished" }]);
  });

  it("is left after two minutes", async () => {
    expect(await corrected(Array.from({ length: 60 }, () => half))).toEqual([]);
  });

  it("is no longer asked about when nobody wants it, nor if it was final", async () => {
    expect(await corrected([], () => false)).toEqual([]);
    await correctRuntime(
      scripted([]).parts,
      { kind: "finished" },
      () => true,
      () => undefined,
    );
  });
});
