/** The area of the device settings, put together. */
import { lookup } from "node:dns/promises";
import { SerialQueue } from "@hubwart/core";
import { advanceTime } from "@hubwart/license";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { ApplyWatch } from "./apply-watch.ts";
import { ClockWatch } from "./clock-watch.ts";
import { defaultName } from "./dns-test.ts";
import { LossWatch } from "./loss-watch.ts";
import { storedMemory } from "./memory.ts";
import { NetworkService } from "./network-service.ts";
import { OwnNames } from "./own-names.ts";
import { networkHandlers } from "./routes.ts";
import { SettingService } from "./setting-service.ts";
import { askTime } from "./sntp.ts";
import { TrialJob } from "./trial-job.ts";
import { TrialService } from "./trial-service.ts";

export async function compose(app: AppContext): Promise<Area> {
  const { host, clock, scope, config, certificate } = app;
  const log = app.log.module("network");
  const memory = storedMemory(app.store, clock);
  const changes = new SerialQueue();
  const watch = ApplyWatch.start({ host, clock, scope, log, memory: memory.apply });
  const loss = LossWatch.start({ host, clock, scope, log, memory: memory.loss });
  const decided = () => {
    watch.decided();
    loss.decided();
  };
  const network = new NetworkService({ network: host.network, changes, decided });
  const names = await OwnNames.start(host);
  const trials = TrialService.start({
    host,
    clock,
    scope,
    log,
    certificate,
    httpsPort: config.httpsPort,
    memory: memory.trial,
    changes,
    complete: (given) => network.with(given),
    decided,
  });
  const clockWatch = new ClockWatch({
    clock,
    scope,
    latest: (now) => advanceTime(app.layout, now),
    offset: () => serverOffset(app),
  });
  return {
    handlers: networkHandlers({
      network,
      settings: new SettingService(host, { renamed: () => names.refresh(), saved: () => loss.decided() }),
      trials,
      trialJob: new TrialJob({ jobs: app.jobs, trials, network: host.network }),
      facts: host.facts,
      clock,
      nameToAsk: defaultName(config.licenseUrl),
    }),
    findings: () => [...loss.findings(), ...watch.findings(), ...clockWatch.findings()],
    ownNames: () => names.list(),
  };
}

const ANSWER_WITHIN = 5_000;

/** ms behind the first of the time servers in use that answers. */
async function serverOffset({ host, clock, scope }: AppContext): Promise<number | undefined> {
  const active = await host.ntp.active();
  for (const name of active?.use === true ? [active.server, active.fallback] : []) {
    if (name === "") continue;
    try {
      const { address } = await lookup(name);
      return (await askTime(address, { clock, timeout: ANSWER_WITHIN, signal: scope.signal })).offset;
    } catch {
      // The next one may answer; that none does is shown where the time servers are set.
    }
  }
  return undefined;
}
