import { once } from "node:events";
import { freePort } from "@hubwart/testing";
import { WebSocket } from "ws";
import { code, lan, node } from "../flows.ts";
import type { Job } from "../job.ts";
import { project, range } from "../tables.ts";

const DEVICES = 500;
const AT_ONCE = 10;

export const asset: Job = {
  what: `asset: ${DEVICES} connected field devices, to MQTT`,
  start: async ({ broker }) => {
    const port = await freePort();
    const pod = "asset.bench";
    const tokens: string[] = [];
    const sockets: WebSocket[] = [];
    let own = true;
    let seq = 0;
    return {
      pod,
      tables: project(
        broker,
        { id: pod, bind: "127.0.0.1", port },
        [
          "asset",
          range(DEVICES, (n) => ({
            pod: "bench",
            channel: `d${n}`,
            type: "float",
            asset: `d${n}`,
            key: "v",
          })),
        ],
        range(DEVICES, (n) => [`${pod}.d${n}`, `from${n}`] as const),
      ),
      async prepare({ api }) {
        const token = async (user: string) => {
          await api.post("/wsauth/users/set", { user, kind: "assets", role: "write", pwd: "Messlauf" });
          const { body } = await api.post("/wsauth/users/token", { user, kind: "assets" });
          if (typeof body["token"] !== "string") throw new Error(JSON.stringify(body));
          return body["token"];
        };
        for (let from = 0; from < DEVICES; from += AT_ONCE)
          tokens.push(...(await Promise.all(range(AT_ONCE, (n) => token(`d${from + n}`)))));
      },
      red: {
        nodes: [],
        port,
        flows: [
          ...lan(broker),
          { id: "devices", type: "websocket-listener", path: "/asset", wholemsg: "false" },
          node("in", "websocket in", { server: "devices", client: "" }, ["fn"]),
          code("fn", 'const { d, v } = JSON.parse(msg.payload); return { topic: "from/" + d, payload: v };', [
            "from",
          ]),
        ],
      },
      async connect(program) {
        own = program === "hubwart";
        for (const n of range(DEVICES, (at) => at)) {
          const socket = new WebSocket(`ws://127.0.0.1:${port}/${own ? "" : "asset"}`);
          sockets.push(socket);
          await once(socket, "open");
          if (!own) continue;
          socket.send(JSON.stringify({ t: "hello", token: tokens[n] }));
          const [welcome] = (await once(socket, "message")) as [Buffer];
          if (!welcome.toString("utf8").includes("welcome")) throw new Error(welcome.toString("utf8"));
        }
      },
      count: DEVICES,
      send(lane, value) {
        seq += 1;
        const message = own ? { t: "values", seq, values: { v: value } } : { d: lane, v: value };
        sockets[lane]?.send(JSON.stringify(message));
      },
      stop() {
        for (const socket of sockets) socket.terminate();
        return Promise.resolve();
      },
    };
  },
};
