import { startSnap7 } from "@hubwart/testing";
import { code, counter, lan, node } from "../flows.ts";
import type { Job } from "../job.ts";
import { project, range } from "../tables.ts";

const VARIABLES = 500;
const EVERY_MS = 100;
/** Behind the REALs. */
const BACK = VARIABLES * 4;

export const s7: Job = {
  what: `s7_client: ${VARIABLES} REALs of snap7 every ${EVERY_MS} ms; one value into the CPU, read back, to MQTT`,
  start: async ({ broker, publish }) => {
    const cpu = await startSnap7({ db: { 1: Buffer.alloc(BACK + 4) } });
    const pod = "s7_client.bench";
    const row = (channel: string, dir: string, at: number, data: string) => ({
      pod: "bench",
      channel,
      dir,
      address: `DB1.${at}`,
      data,
    });
    const read = { endpoint: "cpu", mode: "all", variable: "", diff: false };
    return {
      pod,
      tables: project(
        broker,
        { id: pod, host: "127.0.0.1", port: cpu.port, interval: EVERY_MS },
        [
          "s7_client",
          [
            ...range(VARIABLES, (n) => row(`v${n}`, "in", n * 4, "REAL")),
            row("to", "out", BACK, "DINT"),
            row("back", "in", BACK, "DINT"),
          ],
        ],
        [
          ["to0", `${pod}.to`],
          [`${pod}.back`, "from0"],
        ],
      ),
      red: {
        nodes: ["node-red-contrib-s7"],
        flows: [
          ...lan(broker, "number"),
          {
            id: "cpu",
            type: "s7 endpoint",
            transport: "iso-on-tcp",
            connmode: "rack-slot",
            address: "127.0.0.1",
            port: String(cpu.port),
            rack: "0",
            slot: "1",
            cycletime: String(EVERY_MS),
            timeout: "2000",
            vartable: [
              ...range(VARIABLES, (n) => ({ addr: `DB1,REAL${n * 4}`, name: `v${n}` })),
              { addr: `DB1,DINT${BACK}`, name: "back" },
            ],
          },
          node("in", "s7 in", read, ["count"]),
          counter("count", "Object.keys(msg.payload).length"),
          node("one", "s7 in", { ...read, mode: "single", variable: "back", diff: true }, ["topic"]),
          code("topic", 'msg.topic = "from/0"; return msg;', ["from"]),
          code("number", "msg.payload = Number(msg.payload); return msg;", ["out"]),
          { ...node("out", "s7 out", { endpoint: "cpu", variable: "back" }), wires: [] },
        ],
      },
      count: 1,
      polled: ((VARIABLES + 1) * 1_000) / EVERY_MS,
      send: (lane, value) => publish(`to/${lane}`, value),
      stop: () => cpu.stop(),
    };
  },
};
