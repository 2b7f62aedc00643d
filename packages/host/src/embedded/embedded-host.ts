/**
 * The driver for machines that are not the appliance: it reads what is there, keeps the settings in the data folder,
 * and changes nothing. A restart of the device restarts all of Hubwart, and makes the kept name and zone its own.
 *
 *     const host = await embeddedHost({ dataDir, file, restart: () => launcher.restart("device", reason) });
 *     await host.hostname.save("keller");
 */
import type { Support } from "@hubwart/contract";
import { NotFoundError, UnavailableError } from "@hubwart/core";
import { activeNetwork } from "../facts/active-network.ts";
import { readDevices } from "../facts/devices.ts";
import type { Host, NetworkTrials, Setting } from "../host.ts";
import { texts } from "../texts.ts";
import { KeptSettings, type Values } from "./kept-settings.ts";
import { OwnFacts } from "./own-facts.ts";

export interface EmbeddedOptions {
  /** The disk this folder lies on is the one that is shown. */
  dataDir: string;
  /** Where the settings are kept. */
  file: string;
  /** Restarts all of Hubwart. */
  restart: () => void;
}

const YES: Support = { supported: true };
const onlyKept = (what: string): Support => ({
  supported: false,
  reason: texts.notSupported(what),
});

export async function embeddedHost({ dataDir, file, restart }: EmbeddedOptions): Promise<Host> {
  const kept = await KeptSettings.open(file);
  const facts = new OwnFacts({ dataDir }, () => kept.active);
  function setting<K extends keyof Values, A>(
    name: K,
    support: Support,
    active: () => Promise<A>,
    unset: () => Promise<NonNullable<Values[K]>>,
  ): Setting<NonNullable<Values[K]>, A> {
    return {
      support: async () => support,
      active,
      configured: async () => kept.configured[name] ?? (await unset()),
      save: (value) => kept.save({ [name]: value }),
    };
  }
  const hostname = () => facts.hostname();
  const zone = () => facts.zone();
  const network = async () => ({ use: false, interfaces: await activeNetwork(facts) });
  const notRead = async () => null;
  return {
    name: "embedded",
    facts,
    power: {
      support: async () => YES,
      reboot: async () => {
        const undo = await kept.activate();
        try {
          restart();
        } catch (error) {
          await undo();
          throw error;
        }
      },
    },
    hostname: setting("hostname", YES, hostname, hostname),
    timeZone: setting("zone", YES, zone, zone),
    ntp: setting("ntp", onlyKept(texts.ntpKept), notRead, async () => ({
      use: false,
      server: "",
      fallback: "",
    })),
    ssh: setting("ssh", onlyKept(texts.sshKept), notRead, async () => ({
      use: false,
      start: false,
    })),
    network: {
      ...setting("network", onlyKept(texts.networkKept), network, network),
      devices: () => readDevices(),
      trials: NO_TRIALS,
    },
    lastApply: async () => undefined,
    settingsLost: () => kept.lostAt(),
  };
}

/** Nothing on this machine is changed, so nothing can be tried. */
const NO_TRIALS: NetworkTrials = {
  start: () => Promise.reject(new UnavailableError(texts.noTrialHere)),
  current: async () => undefined,
  last: async () => undefined,
  confirm: () => Promise.reject(new NotFoundError(texts.noTrial)),
  cancel: () => Promise.reject(new NotFoundError(texts.noTrial)),
};
