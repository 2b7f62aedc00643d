/** Every call by name. Appliance routes, OpenAPI and the tests over the contract iterate over this. */

import type { CallSpec } from "./define.ts";
import * as alarmPeople from "./routes/alarm-people.ts";
import * as alarms from "./routes/alarms.ts";
import * as area from "./routes/area.ts";
import * as audit from "./routes/audit.ts";
import * as backup from "./routes/backup.ts";
import * as caddyproxy from "./routes/caddyproxy.ts";
import * as central from "./routes/central.ts";
import * as certs from "./routes/certs.ts";
import * as constants from "./routes/constants.ts";
import * as containers from "./routes/containers.ts";
import * as copies from "./routes/copies.ts";
import * as corrections from "./routes/corrections.ts";
import * as diagnostics from "./routes/diagnostics.ts";
import * as drafts from "./routes/drafts.ts";
import * as energy from "./routes/energy.ts";
import * as energyMail from "./routes/energy-mail.ts";
import * as entrusted from "./routes/entrusted.ts";
import * as forwarding from "./routes/forwarding.ts";
import * as history from "./routes/history.ts";
import * as jobs from "./routes/jobs.ts";
import * as knx from "./routes/knx.ts";
import * as lakeExport from "./routes/lake-export.ts";
import * as license from "./routes/license.ts";
import * as log from "./routes/log.ts";
import * as machineTokens from "./routes/machine-tokens.ts";
import * as mcp from "./routes/mcp.ts";
import * as metrics from "./routes/metrics.ts";
import * as network from "./routes/network.ts";
import * as oidc from "./routes/oidc.ts";
import * as pageLinks from "./routes/page-links.ts";
import * as pages from "./routes/pages.ts";
import * as passkeys from "./routes/passkeys.ts";
import * as people from "./routes/people.ts";
import * as pods from "./routes/pods.ts";
import * as project from "./routes/project.ts";
import * as recording from "./routes/recording.ts";
import * as resources from "./routes/resources.ts";
import * as schedules from "./routes/schedules.ts";
import * as scripts from "./routes/scripts.ts";
import * as secondFactor from "./routes/second-factor.ts";
import * as session from "./routes/session.ts";
import * as system from "./routes/system.ts";
import * as trace from "./routes/trace.ts";
import * as unsaved from "./routes/unsaved.ts";
import * as update from "./routes/update.ts";
import * as users from "./routes/users.ts";
import * as why from "./routes/why.ts";

function onlyCalls<M extends Record<string, unknown>>(
  module: M,
): { [K in keyof M as M[K] extends CallSpec ? K : never]: M[K] } {
  return Object.fromEntries(Object.entries(module).filter(([, value]) => isCall(value))) as never;
}
function isCall(value: unknown): value is CallSpec {
  return (
    typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value
  );
}

export const calls = {
  ...onlyCalls(session),
  ...onlyCalls(secondFactor),
  ...onlyCalls(passkeys),
  ...onlyCalls(people),
  ...onlyCalls(machineTokens),
  ...onlyCalls(mcp),
  ...onlyCalls(central),
  ...onlyCalls(entrusted),
  ...onlyCalls(oidc),
  ...onlyCalls(copies),
  ...onlyCalls(unsaved),
  ...onlyCalls(system),
  ...onlyCalls(project),
  ...onlyCalls(drafts),
  ...onlyCalls(license),
  ...onlyCalls(pods),
  ...onlyCalls(trace),
  ...onlyCalls(area),
  ...onlyCalls(why),
  ...onlyCalls(alarmPeople),
  ...onlyCalls(alarms),
  ...onlyCalls(schedules),
  ...onlyCalls(pages),
  ...onlyCalls(pageLinks),
  ...onlyCalls(corrections),
  ...onlyCalls(recording),
  ...onlyCalls(energy),
  ...onlyCalls(energyMail),
  ...onlyCalls(diagnostics),
  ...onlyCalls(history),
  ...onlyCalls(log),
  ...onlyCalls(audit),
  ...onlyCalls(jobs),
  ...onlyCalls(update),
  ...onlyCalls(users),
  ...onlyCalls(constants),
  ...onlyCalls(resources),
  ...onlyCalls(lakeExport),
  ...onlyCalls(scripts),
  ...onlyCalls(network),
  ...onlyCalls(knx),
  ...onlyCalls(forwarding),
  ...onlyCalls(metrics),
  ...onlyCalls(containers),
  ...onlyCalls(certs),
  ...onlyCalls(caddyproxy),
  ...onlyCalls(backup),
};
export type CallName = keyof typeof calls;
