/** What is measured: the product, and Node-RED with node-red-contrib-knx-ultimate as its users build it. */
import { descendants, processes, startKnxd, waitFor } from "@hubwart/testing";
import { startNodeRed } from "../support/node-red.ts";
import { startReady, upload } from "../support/product.ts";
import { openBus } from "./bus.ts";
import { PAIRS, Rounds } from "./rounds.ts";

/** Folder of node-red-contrib-knx-ultimate with its dependencies; npm does not have the package any more. */
export const KNX_ULTIMATE = process.env["HUBWART_KNX_ULTIMATE"];
const DPT = "12.001";

export interface Candidate {
  name: string;
  /** What passes the telegrams on; the first is the one that speaks KNX. */
  pids: number[];
  /** What it printed. */
  output(): string;
  stop(): Promise<void>;
}

/** @param time ms between two telegrams of its own */
export type Start = (port: number, time: number) => Promise<Candidate>;

const pairs = Array.from({ length: PAIRS }, (_, at) => at + 1);

export function knxTables(mode: "tunnel" | "tunnel_tcp", port: number, time: number): [string, string][] {
  const rows = pairs.flatMap((n) => [`haus;ein${n};in;1/2/${n};${DPT}`, `haus;aus${n};out;1/3/${n};${DPT}`]);
  return [
    ["project.csv", "key;value\nid;knx\nname;KNX\n"],
    ["pods.csv", `id;mode;host;port;time\nknx.haus;${mode};127.0.0.1;${port};${time}\n`],
    ["knx.csv", ["pod;channel;dir;address;dpt", ...rows, ""].join("\n")],
    ["links.csv", `source;target\n${pairs.map((n) => `knx.haus.ein${n};knx.haus.aus${n}\n`).join("")}`],
  ];
}

export function hubwart(mode: "tunnel" | "tunnel_tcp"): Start {
  return async (port, time) => {
    const product = await startReady();
    try {
      await upload(product, knxTables(mode, port, time));
      await waitFor(
        async () => {
          const { body } = await product.api.get("/trace/meta", { filter: "knx.iface.*" });
          const entries = body["entries"] as { conn_state: boolean }[];
          return entries.length > 0 && entries.every((entry) => entry.conn_state);
        },
        { what: "the tunnel", timeout: 30_000 },
      );
      const own = new Set(await descendants(product.launcher.pid ?? 0));
      const all = (await processes()).filter(({ pid }) => own.has(pid));
      const pid = (part: string) => all.find(({ command }) => command.includes(part))?.pid ?? 0;
      return {
        name: "Hubwart",
        pids: [pid("knx.haus"), pid("/hub.mjs")],
        output: () => product.output(),
        stop: () => product.stop(),
      };
    } catch (error) {
      await product.stop();
      throw error;
    }
  };
}

export function knxFlows(port: number, time: number): object[] {
  const gateway = {
    id: "gateway",
    type: "knxUltimate-config",
    host: "127.0.0.1",
    port: String(port),
    hostProtocol: "TunnelUDP",
    physAddr: "15.15.22",
    KNXEthInterface: "Auto",
    delaybetweentelegrams: String(time),
    loglevel: "error",
    autoReconnect: "yes",
    knxSecureSelected: false,
    csv: "",
    keyringFileXML: "",
  };
  const node = (id: string, topic: string, next: string[]) => ({
    id,
    type: "knxUltimate",
    z: "flow",
    server: "gateway",
    topic,
    dpt: DPT,
    setTopicType: "str",
    outputtype: "write",
    initialread: "0",
    notifywrite: true,
    notifyresponse: false,
    notifyreadrequest: false,
    outputRBE: "false",
    inputRBE: "false",
    listenallga: false,
    passthrough: "no",
    wires: [next],
  });
  return [
    { id: "flow", type: "tab", label: "bench" },
    gateway,
    ...pairs.flatMap((n) => [node(`in${n}`, `1/2/${n}`, [`out${n}`]), node(`out${n}`, `1/3/${n}`, [])]),
  ];
}

export const nodeRed: Start = async (port, time) => {
  const red = await startNodeRed({
    nodes: [],
    ...(KNX_ULTIMATE === undefined ? {} : { unpacked: KNX_ULTIMATE }),
    flows: knxFlows(port, time),
    ready: /Started flows/,
  });
  return { ...red, name: "Node-RED", pids: [red.pid] };
};

/** A candidate on a knxd of its own, once it passes telegrams on. */
export async function onKnxd<T>(
  start: Start,
  time: number,
  run: (candidate: Candidate, rounds: Rounds) => Promise<T>,
): Promise<T> {
  const knxd = await startKnxd();
  try {
    const bus = await openBus(knxd.tcp);
    const candidate = await start(knxd.port, time);
    try {
      const rounds = new Rounds(bus);
      await waitFor(async () => (await rounds.one(1_000)) !== undefined, {
        what: `${candidate.name} to pass a telegram on`,
        timeout: 60_000,
        detail: () => candidate.output(),
      });
      return await run(candidate, rounds);
    } finally {
      await candidate.stop();
      bus.close();
    }
  } finally {
    await knxd.stop();
  }
}
