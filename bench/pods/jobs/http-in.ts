import { freePort } from "@hubwart/testing";
import { code, lan, node } from "../flows.ts";
import type { Job } from "../job.ts";
import { project, range } from "../tables.ts";

const PATHS = 20;

export const httpIn: Job = {
  what: `http_in: PUT to ${PATHS} paths, to MQTT`,
  start: async ({ broker }) => {
    const port = await freePort();
    const pod = "http_in.bench";
    return {
      pod,
      tables: project(
        broker,
        { id: pod, bind: "127.0.0.1", port },
        [
          "http_in",
          range(PATHS, (n) => ({ pod: "bench", channel: `p${n}`, type: "float", path: `/p/${n}` })),
        ],
        range(PATHS, (n) => [`${pod}.p${n}`, `from${n}`] as const),
      ),
      red: {
        nodes: [],
        port,
        flows: [
          ...lan(broker),
          node("in", "http in", { url: "/p/:n", method: "put", upload: false }, ["fn"]),
          code("fn", 'msg.topic = "from/" + msg.req.params.n; return msg;', ["from", "answer"]),
          { ...node("answer", "http response", { statusCode: "200", headers: {} }), wires: [] },
        ],
      },
      count: PATHS,
      async send(lane, value) {
        const url = `http://127.0.0.1:${port}/p/${lane}`;
        const answer = await fetch(url, { method: "PUT", body: String(value) });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
      },
      stop: () => Promise.resolve(),
    };
  },
};
