import { LIMITS } from "@hubwart/contract";
import type { Clock } from "@hubwart/core";
import type { HostFacts } from "@hubwart/host";
import type { Handlers } from "../../http/handlers.ts";
import { testNameServers } from "./dns-test.ts";
import type { NetworkService } from "./network-service.ts";
import { testTimeServers } from "./ntp-test.ts";
import type { Saved, SettingService } from "./setting-service.ts";
import type { TrialJob } from "./trial-job.ts";
import type { TrialService } from "./trial-service.ts";

export interface NetworkParts {
  network: NetworkService;
  settings: SettingService;
  trials: TrialService;
  trialJob: TrialJob;
  facts: HostFacts;
  clock: Clock;
  /** Asked for where a DNS test names none. */
  nameToAsk: string;
}

export function networkHandlers(parts: NetworkParts): Handlers {
  const { network, settings, trials, trialJob, facts, clock, nameToAsk } = parts;
  return {
    networkConfig: () => network.config(),
    networkConfigSave: async (request) => saved(request, await network.save(request.body)),
    networkEnable: async (request) => saved(request, await network.setUse(true)),
    networkDisable: async (request) => saved(request, await network.setUse(false)),
    hostnameConfig: async () => {
      const { configured, ...rest } = await settings.hostname();
      return { hostname: configured, ...rest };
    },
    hostnameSave: async (request) =>
      saved(request, await settings.saveHostname(request.body.hostname), "hostname"),
    tzConfig: async () => {
      const { configured, ...rest } = await settings.zone();
      return { zone: configured, ...rest };
    },
    tzConfigSave: async (request) => saved(request, await settings.saveZone(request.body.zone), "zone"),
    ntpConfig: async () => {
      const { configured, ...rest } = await settings.ntp();
      return { ...configured, ...rest };
    },
    ntpConfigSave: async (request) => saved(request, await settings.saveNtp(request.body)),
    sshConfig: async () => {
      const { configured, ...rest } = await settings.ssh();
      return { ...configured, ...rest };
    },
    sshConfigSave: async (request) => saved(request, await settings.saveSsh(request.body)),
    networkTest: async (request) => {
      const { interfaces, seconds = LIMITS.networkTestDefault } = request.body;
      const { run, before } = await trialJob.begin(interfaces, seconds, request.localAddress, request.origin);
      request.audit({ before: { interfaces: before }, after: { interfaces: run.interfaces, seconds } });
      return { test: run };
    },
    networkTestState: () => trials.state(),
    networkTestConfirm: async (request) => {
      const { before, after } = await trials.confirm(request.body.id, request.localAddress);
      request.audit({ before: { interfaces: before }, after: { interfaces: after } });
      return { restart: "nothing" };
    },
    networkTestCancel: async ({ body }) => {
      await trials.cancel(body.id);
      return {};
    },
    ntpTest: async ({ body, signal }) => ({
      results: await testTimeServers(body.servers, { clock, signal, own: await facts.interfaces() }),
    }),
    dnsTest: async ({ body, signal }) => ({
      results: await testNameServers(body.servers, body.name ?? nameToAsk, {
        clock,
        signal,
        own: await facts.interfaces(),
      }),
    }),
  };
}

interface Audited {
  audit(detail: { before: unknown; after: unknown }): void;
}

/** The answer of a save; its values go into the change log, single ones under their name. */
function saved<T>(request: Audited, { restart, before, after }: Saved<T>, name?: string) {
  const named = (value: T) => (name === undefined ? value : { [name]: value });
  request.audit({ before: named(before), after: named(after) });
  return { restart };
}
