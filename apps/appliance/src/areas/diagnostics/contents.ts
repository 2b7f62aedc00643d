/**
 * What the diagnostics file contains: versions, facts of the machine, state, settings, change log, traces, causes of what is not good, event
 * log. Secrets are masked by name; passwords, tokens and keys are not read at all.
 */
import { errorText, readLog } from "@hubwart/core";
import type { AppContext } from "../../context.ts";
import { masked } from "../../http/audit-mask.ts";
import { toLine } from "../../platform/log/query.ts";
import { componentVersions } from "../../version.ts";
import { machineFacts } from "./machine.ts";
import type { Member } from "./tar.ts";

const WEEK_MINUTES = 7 * 24 * 60;
const MOST_AUDIT = 2_000;
const MOST_RECORDS = 20_000;
const MOST_CAUSES = 200;

export async function* contents(app: AppContext): AsyncGenerator<Member> {
  const [status, history] = [app.use("status"), app.use("history")];
  yield json("versions.json", componentVersions());
  yield json("info.json", masked(await status.whole()));
  yield json("machine.json", await machineFacts(app));
  yield json("processes.json", app.launcher.children());
  yield json("settings.json", settings(app));
  yield json("changes.json", app.store.audit.latest(MOST_AUDIT));
  yield json("forwarding.json", app.use("forwarding").status());
  yield json("history-host.json", await history.since("host", WEEK_MINUTES));
  yield json("history-hub.json", await history.since("hub", WEEK_MINUTES));
  yield json("history-marks.json", history.marks(WEEK_MINUTES));
  yield json("pods.json", masked(app.hub.pods()));
  yield json("trace-meta.json", await trace(() => app.hub.request("traceMeta", { filter: [] })));
  yield json(
    "trace-data.json",
    await trace(() => app.hub.request("traceData", { filter: [], tags: [], limit: MOST_RECORDS })),
  );
  yield json("causes.json", await trace(() => app.hub.request("whyAll", { limit: MOST_CAUSES })));
  yield { name: "log.ndjson", content: logLines(app.layout.logs) };
}

function json(name: string, value: unknown): Member {
  return { name, content: `${JSON.stringify(value, null, 1)}\n` };
}

function settings(app: AppContext): Record<string, unknown> {
  return Object.fromEntries(
    app.store.settings.all().map(({ name, value }) => [name, masked({ [name]: parsed(value) })]),
  );
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return "not readable";
  }
}

async function trace(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    return { error: errorText(error) };
  }
}

async function* logLines(logs: string): AsyncGenerator<string> {
  for await (const entry of readLog(logs, {})) yield `${JSON.stringify(toLine(entry))}\n`;
}
