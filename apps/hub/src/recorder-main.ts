/**
 * Entry of the recorder's process: keeps the values of recorded channels (packages/stores/lake), apart from the
 * hub, so that sorting and compressing a day never holds up a value. Hands them on to a time-series database as well,
 * where an administrator chose one (packages/stores/export).
 */
import {
  createLogger,
  errorText,
  isAppError,
  onParentGone,
  readAuthorities,
  Scope,
  sayAlive,
  systemClock,
  trustAuthorities,
} from "@hubwart/core";
import { errorToWire } from "@hubwart/ipc";
import { Exporter } from "@hubwart/stores/export";
import { type Keep, Lake, readKeep } from "@hubwart/stores/lake";
import type { HubToRecorder, RecorderQuestion, RecorderToHub } from "./stores/recorder-messages.ts";
import { texts } from "./texts.ts";

const [, , folder = "", days = "", bytes = "", authorities = "", keepFile = ""] = process.argv;
const END_WITHIN = 5_000;

const scope = new Scope();
const end = () => {
  setTimeout(() => process.exit(0), END_WITHIN).unref();
  void scope.end().finally(() => process.exit(0));
};
// Before the first file is opened: what hangs there must not outlive the hub.
onParentGone(end);
sayAlive();
const say = (message: RecorderToHub) => {
  if (process.connected) process.send?.(message);
};
const log = createLogger("hub", "lake", { level: "info", write: (entry) => say({ t: "log", entry }) });
const lake = await Lake.open({
  folder,
  clock: systemClock,
  scope,
  log,
  keep: await wantedKeep(),
  trouble: (text) => say({ t: "trouble", ...(text === undefined ? {} : { text }) }),
});
await trust();
const exporter = await Exporter.open({
  lake: folder,
  clock: systemClock,
  scope,
  log: createLogger("hub", "export", { level: "info", write: (entry) => say({ t: "log", entry }) }),
});
let names: readonly string[] = [];

/** As people of the device chose, or as the service was set up. */
async function wantedKeep(): Promise<Keep> {
  const { error, keep } = await readKeep(keepFile, { days: Number(days), bytes: Number(bytes) });
  if (error !== undefined) log.error(texts.keepUnreadable(errorText(error)));
  return keep;
}

/** Authorities that administrators added; asked for again when the hub says so. */
async function trust(): Promise<void> {
  try {
    await trustAuthorities(await readAuthorities(authorities));
  } catch (error) {
    log.error(texts.authoritiesUnreadable(errorText(error)));
  }
}

async function answer({ method, params }: RecorderQuestion): Promise<unknown> {
  switch (method) {
    case "chart":
      return await lake.chart(params);
    case "correct":
      return await lake.corrections.correct(params);
    case "corrections":
      return { corrections: lake.corrections.all };
    case "correctionUndo":
      return await lake.corrections.undo(params.number);
  }
}

process.on("message", (message: HubToRecorder) => {
  switch (message.t) {
    case "names":
      names = message.names;
      break;
    case "rows": {
      const { c, q, t, v } = message.rows;
      c.forEach((channel, at) => {
        const name = names[channel] ?? "";
        lake.add(name, t[at] ?? 0, v[at], q[at] ?? 0);
        exporter.add(name, t[at] ?? 0, v[at], q[at] ?? 0);
      });
      break;
    }
    case "ask":
      answer(message).then(
        (result) => say({ t: "answer", id: message.id, result }),
        (error: unknown) => {
          const defect = isAppError(error) ? {} : { defect: errorText(error) };
          say({ t: "failed", id: message.id, error: errorToWire(error), ...defect });
        },
      );
      break;
    case "trust":
      void trust();
      break;
    case "keep":
      void wantedKeep().then((keep) => lake.keep(keep));
      break;
    case "stop":
      end();
      break;
  }
});
process.on("SIGTERM", end);
process.on("SIGINT", end);
say({ t: "ready" });
