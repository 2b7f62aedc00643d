/** Masters that ask on and on and read nothing: others are answered, each within its time. */
import { askGreedily, growth, type PymodbusCall, runPymodbusClient } from "@hubwart/testing";
import { useEnds } from "@hubwart/testing/open";
import { expect, it } from "vitest";
import { podLoad, startPod } from "../testing/index.ts";
import { kind } from "./index.ts";

const ends = useEnds();

const READ_125 = [0, 1, 0, 0, 0, 6, 1, 3, 0, 0, 0, 125];
const WRITE = [0, 1, 0, 0, 0, 6, 1, 6, 0, 124, 0, 7];

it.each([
  ["questions for 125 registers", READ_125],
  ["values", WRITE],
])(
  "100 connections with 60,000 %s each, unread, cost little; another master is answered",
  async (_, request) => {
    const channels = Array.from({ length: 124 }, (__, address) => ({
      chan: `r${address}`,
      config: { address, data: "uint16" },
    }));
    const load = podLoad(
      kind.schema,
      [{ port: 0, bind: "0.0.0.0", max_clients: 256 }],
      [...channels, { chan: "set", dir: "in", type: "int", config: { address: 124, data: "uint16" } }],
    );
    const pod = await startPod(kind, load);
    ends.push(() => pod.stop());
    await pod.until(() => pod.iface()?.state === true);
    const port = pod.iface()?.port ?? 0;
    await pod.write({ r0: 5 });
    const grown = growth();
    ends.push(grown.end);
    const greedy = await askGreedily(port, 100, Buffer.alloc(60_000 * 12, Buffer.from(request)));
    ends.push(greedy.end);
    const call: PymodbusCall[] = [["read_holding_registers", 0, 1]];
    for (let n = 0; n < 3; n += 1) expect(await runPymodbusClient(port, call)).toEqual([{ registers: [5] }]);
    expect(grown.mebibytes()).toBeLessThan(350);
    expect(pod.failures).toEqual([]);
  },
  60_000,
);
