/** The recorded figures of the device, the hub and the pods. */
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { HistoryRecorder } from "./recorder.ts";
import { historyHandlers } from "./routes.ts";

export async function compose(app: AppContext): Promise<Area> {
  const { clock, scope, layout, hub, host, log } = app;
  const recorder = await HistoryRecorder.start({
    folder: layout.history,
    facts: host.facts,
    hub,
    clock,
    log: log.module("history"),
    scope,
  });
  return {
    handlers: historyHandlers(recorder),
    offers: {
      history: {
        get cpu() {
          return recorder.cpu;
        },
        since: (series, minutes) => recorder.since(series, minutes),
        marks: (minutes) => recorder.marks.since(minutes),
      },
    },
  };
}
