/** What the hub tells its central of itself; what the site does not share is left out. */
import type { Clock } from "@hubwart/core";
import type { HubState } from "@hubwart/fleet";
import type { AppContext } from "../../context.ts";
import type { Status } from "../../status.ts";
import type { Choice } from "./membership.ts";

export interface ReportParts {
  status: () => Promise<Status>;
  backup: () => Promise<number>;
  /** undefined: nobody knows just now. */
  alarms: () => Promise<{ standing: number; unacked: number } | undefined>;
  clock: Clock;
}

const MOST_FINDINGS = 20;

export async function reportOf(parts: ReportParts, choice: Choice): Promise<HubState> {
  const { health, license, project, system, version } = await parts.status();
  const [backup, alarms] = await Promise.all([
    parts.backup(),
    choice.alarms ? parts.alarms() : Promise.resolve(undefined),
  ]);
  const findings = choice.findings ? health.findings : undefined;
  return {
    v: 1,
    at: Math.round(parts.clock.now()),
    name: system.host.hostname.slice(0, 200),
    version: version["Main"] ?? "",
    started: Math.round(system.started * 1_000),
    may: choice.may,
    entrusts: choice.entrust,
    plant: system.hub.state === "running" ? "running" : "stopped",
    license: {
      valid: license.valid,
      ...(license.expiry === null ? {} : { until: Date.parse(license.expiry) }),
    },
    ...projectOf(project),
    backup,
    escrow: choice.backups && choice.escrow,
    ...(findings && {
      counts: { findings: findings.length, worst: Math.max(0, ...findings.map(({ level }) => level)) },
      findings: findings
        .slice(0, MOST_FINDINGS)
        .map(({ code, level, text }) => ({ code: code.slice(0, 100), level, text: text.slice(0, 500) })),
    }),
    ...(alarms && { alarms }),
  };
}

function projectOf(project: Status["project"]): Pick<HubState, "project"> {
  const { name, version } = project;
  return version === null ? {} : { project: { version: version.slice(0, 100), name: name.slice(0, 200) } };
}

export function reportParts(app: AppContext): ReportParts {
  return {
    clock: app.clock,
    status: () => app.use("status").status(),
    backup: () => app.use("backup").last(),
    alarms: async () => {
      if (!app.hub.connected || app.hub.status()?.state !== "running") return undefined;
      const look = await app.hub.request("alarms", { limit: 1 }).catch(() => undefined);
      if (!look) return undefined;
      const { priorities, unacked } = look.counts;
      return { standing: priorities.reduce((sum, one) => sum + one, 0), unacked };
    },
  };
}
