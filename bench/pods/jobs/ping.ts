import { code, lan, node } from "../flows.ts";
import type { Job } from "../job.ts";
import { project, range } from "../tables.ts";

const HOSTS = 20;
const EVERY_MS = 1_000;
const host = (n: number) => `127.0.0.${n + 1}`;

export const ping: Job = {
  what: `ping: ${HOSTS} addresses of this machine every second, to MQTT; the round trip that is told stands for the way`,
  start: ({ broker, client }) => {
    const pod = "ping.bench";
    const told: number[] = [];
    client.on("message", (_topic, data) => void told.push(Number(data.toString("utf8"))));
    return Promise.resolve({
      pod,
      tables: project(
        broker,
        { id: pod, interval: EVERY_MS },
        [
          "ping",
          range(HOSTS, (n) => ({
            pod: "bench",
            channel: `h${n}`,
            type: "float",
            host: host(n),
            measure: "rtt",
          })),
        ],
        range(HOSTS, (n) => [`${pod}.h${n}`, `from${n}`] as const),
      ),
      red: {
        nodes: ["node-red-node-ping"],
        flows: [
          ...lan(broker),
          ...range(HOSTS, (n) =>
            node(
              `h${n}`,
              "ping",
              { mode: "timed", host: host(n), timer: String(EVERY_MS / 1_000), inputs: 0 },
              ["fn"],
            ),
          ),
          code("fn", 'return { topic: "from/0", payload: msg.payload };', ["from"]),
        ],
      },
      count: HOSTS,
      polled: (HOSTS * 1_000) / EVERY_MS,
      told,
      send: () => undefined,
      stop: () => Promise.resolve(),
    });
  },
};
