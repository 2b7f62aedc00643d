import { startKnxd } from "@hubwart/testing";
import { openBus } from "../../knx/bus.ts";
import { knxTables } from "../../knx/candidates.ts";
import { FROM, PAIRS, TO } from "../../knx/rounds.ts";
import type { Job } from "../job.ts";

const DELAY_MS = 25;

export const knx: Job = {
  what: `knx: ${PAIRS} group addresses to ${PAIRS} others through knxd, ${DELAY_MS} ms between telegrams`,
  start: async ({ lanes }) => {
    const knxd = await startKnxd();
    const bus = await openBus(knxd.tcp);
    bus.onWrite = (target, data) => lanes.arrived(target - TO - 1, Number.parseInt(data, 16));
    return {
      pod: "knx.haus",
      tables: knxTables("tunnel", knxd.port, DELAY_MS),
      count: PAIRS,
      send: (lane, value) => bus.write(FROM + 1 + lane, value.toString(16).padStart(8, "0")),
      async stop() {
        bus.close();
        await knxd.stop();
      },
    };
  },
};
