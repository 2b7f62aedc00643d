/** The product on a knxd of its own. */
import { descendants, processes, startKnxd, waitFor } from "@hubwart/testing";
import { startReady, upload } from "../support/product.ts";
import { openBus } from "./bus.ts";
import { PAIRS, Rounds } from "./rounds.ts";

const DPT = "12.001";

export interface Plant {
  /** Pod and hub. */
  pids: number[];
  /** What it printed. */
  output(): string;
  stop(): Promise<void>;
}

/** @param time ms between two telegrams of its own */
export type Start = (port: number, time: number) => Promise<Plant>;

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

/** Once it passes telegrams on. */
export async function onKnxd<T>(
  start: Start,
  time: number,
  run: (plant: Plant, rounds: Rounds) => Promise<T>,
): Promise<T> {
  const knxd = await startKnxd();
  try {
    const bus = await openBus(knxd.tcp);
    const plant = await start(knxd.port, time);
    try {
      const rounds = new Rounds(bus);
      await waitFor(async () => (await rounds.one(1_000)) !== undefined, {
        what: "a telegram to be passed on",
        timeout: 60_000,
        detail: () => plant.output(),
      });
      return await run(plant, rounds);
    } finally {
      await plant.stop();
      bus.close();
    }
  } finally {
    await knxd.stop();
  }
}
