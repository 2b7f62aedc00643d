/**
 * Entry of the recorder's process: keeps the values of recorded channels (packages/stores/lake), apart from the
 * hub, so that sorting and compressing a day never holds up a value.
 */
import { createLogger, onParentGone, Scope, systemClock } from "@hubwart/core";
import { Lake } from "@hubwart/stores/lake";
import type { HubToRecorder, RecorderToHub } from "./stores/recorder-messages.ts";

const [, , folder = "", days = "", bytes = ""] = process.argv;
const END_WITHIN = 5_000;

const scope = new Scope();
const say = (message: RecorderToHub) => {
  if (process.connected) process.send?.(message);
};
const log = createLogger("hub", "lake", { level: "info", write: (entry) => say({ t: "log", entry }) });
const lake = await Lake.open({
  folder,
  clock: systemClock,
  scope,
  log,
  keep: { days: Number(days), bytes: Number(bytes) },
});
let names: readonly string[] = [];

const end = () => {
  setTimeout(() => process.exit(0), END_WITHIN).unref();
  void scope.end().finally(() => process.exit(0));
};
process.on("message", (message: HubToRecorder) => {
  switch (message.t) {
    case "names":
      names = message.names;
      break;
    case "rows": {
      const { c, q, t, v } = message.rows;
      c.forEach((channel, at) => lake.add(names[channel] ?? "", t[at] ?? 0, v[at], q[at] ?? 0));
      break;
    }
    case "chart":
      lake.chart(message.request).then(
        (chart) => say({ t: "answer", id: message.id, chart }),
        (error: unknown) => say({ t: "failed", id: message.id, message: String(error) }),
      );
      break;
    case "stop":
      end();
      break;
  }
});
process.on("SIGTERM", end);
process.on("SIGINT", end);
onParentGone(end);
say({ t: "ready" });
