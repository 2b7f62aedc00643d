import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { code, counter, lan, node } from "../flows.ts";
import type { Job, Plant } from "../job.ts";
import { project, range } from "../tables.ts";

const PATHS = 20;
const EVERY_MS = 100;
const pod = "http_out.bench";

/** Keeps what is put to a path, and answers with it. */
async function startServer({ lanes }: Plant) {
  const values = new Map<number, string>();
  const server = createServer((request, response) => {
    const lane = Number(request.url?.split("/").at(-1));
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.method === "PUT") lanes.arrived(lane, Buffer.concat(chunks).toString("utf8"));
      response.setHeader("content-type", "text/plain");
      response.end(request.method === "PUT" ? "" : (values.get(lane) ?? "0"));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    values,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const request = (method: string) => ({
  method,
  ret: "txt",
  paytoqs: "ignore",
  url: "",
  tls: "",
  persist: true,
  proxy: "",
  authType: "",
  headers: [],
});

export const httpOutSends: Job = {
  what: `http_out: MQTT to PUT at ${PATHS} paths`,
  start: async (plant) => {
    const { broker, publish } = plant;
    const server = await startServer(plant);
    const rows = range(PATHS, (n) => ({
      pod: "bench",
      channel: `p${n}`,
      type: "float",
      dir: "out",
      method: "PUT",
      path: `/p/${n}`,
    }));
    return {
      pod,
      tables: project(
        broker,
        { id: pod, url: server.url },
        ["http_out", rows],
        range(PATHS, (n) => [`to${n}`, `${pod}.p${n}`] as const),
      ),
      red: {
        nodes: [],
        flows: [
          ...lan(broker, "fn"),
          code("fn", `msg.url = "${server.url}/p/" + msg.topic.slice(3); return msg;`, ["request"]),
          node("request", "http request", request("PUT")),
        ],
      },
      count: PATHS,
      send: (lane, value) => publish(`to/${lane}`, value),
      stop: () => server.stop(),
    };
  },
};

export const httpOutPolls: Job = {
  what: `http_out: GET of ${PATHS} paths every ${EVERY_MS} ms; one of them to MQTT`,
  start: async (plant) => {
    const { broker } = plant;
    const server = await startServer(plant);
    const rows = range(PATHS, (n) => ({
      pod: "bench",
      channel: `p${n}`,
      type: "float",
      dir: "in",
      path: `/p/${n}`,
      interval: EVERY_MS,
    }));
    const inject = (n: number) =>
      node(
        `every${n}`,
        "inject",
        {
          props: [{ p: "url", v: `${server.url}/p/${n}`, vt: "str" }],
          repeat: String(EVERY_MS / 1_000),
          crontab: "",
          once: true,
          onceDelay: 0.1,
          topic: "",
        },
        ["request"],
      );
    return {
      pod,
      tables: project(broker, { id: pod, url: server.url }, ["http_out", rows], [[`${pod}.p0`, "from0"]]),
      red: {
        nodes: [],
        flows: [
          ...lan(broker),
          ...range(PATHS, inject),
          node("request", "http request", request("GET"), ["count", "fn"]),
          counter("count", "1"),
          code("fn", 'if (!msg.url.endsWith("/0")) return null; msg.topic = "from/0"; return msg;', ["from"]),
        ],
      },
      count: 1,
      polled: (PATHS * 1_000) / EVERY_MS,
      send: (lane, value) => server.values.set(lane, String(value)),
      stop: () => server.stop(),
    };
  },
};
