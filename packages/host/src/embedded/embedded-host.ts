/**
 * The driver for machines that are not the appliance: it reads what is there, keeps the settings in the data folder,
 * and changes nothing. A restart of the device restarts all of Hubwart, and makes the kept name and zone its own.
 *
 *     const host = await embeddedHost({ dataDir, file, restart: () => launcher.restart("device", reason) });
 *     await host.hostname.save("keller");
 */
import { hostname, networkSettings, type Support, sshSettings, timeSyncSettings } from "@hubwart/contract";
import { NotFoundError, readFileIfThere, UnavailableError, writeFileAtomic } from "@hubwart/core";
import * as z from "zod/mini";
import { activeNetwork } from "../facts/active-network.ts";
import { readDevices } from "../facts/devices.ts";
import { LinuxFacts } from "../facts/linux-facts.ts";
import type { Host, NetworkTrials, Setting } from "../host.ts";

export interface EmbeddedOptions {
  /** The disk this folder lies on is the one that is shown. */
  dataDir: string;
  /** Where the settings are kept. */
  file: string;
  /** Restarts all of Hubwart. */
  restart: () => void;
}

const values = z.object({
  hostname: z.optional(hostname()),
  zone: z.optional(z.string()),
  timeSync: z.optional(timeSyncSettings),
  ssh: z.optional(sshSettings),
  network: z.optional(networkSettings),
});
type Values = z.output<typeof values>;
/** `active`: what was configured at the last restart of the device. */
const kept = z.object({ configured: values, active: values });

const YES: Support = { supported: true };
const onlyKept = (what: string): Support => ({
  supported: false,
  reason: `Auf diesem Rechner nicht unterstützt: Er ist kein Hubwart-Gerät. ${what} gespeichert, am Rechner selbst wird nichts geändert.`,
});

export async function embeddedHost({ dataDir, file, restart }: EmbeddedOptions): Promise<Host> {
  const facts = new LinuxFacts({ dataDir });
  const text = await readFileIfThere(file);
  const parsed = text === undefined ? undefined : z.safeParse(kept, safeJson(text));
  let state = parsed?.success ? parsed.data : { configured: {}, active: {} };
  const write = async (next: typeof state) => {
    await writeFileAtomic(file, JSON.stringify(next));
    state = next;
  };
  function setting<K extends keyof Values>(
    name: K,
    support: Support,
    active: () => Promise<NonNullable<Values[K]>>,
  ): Setting<NonNullable<Values[K]>> {
    return {
      support: async () => support,
      active,
      configured: async () => state.configured[name] ?? (await active()),
      save: (value) => write({ ...state, configured: { ...state.configured, [name]: value } }),
    };
  }
  return {
    name: "embedded",
    facts,
    power: {
      support: async () => YES,
      reboot: async () => {
        await write({ configured: state.configured, active: state.configured });
        restart();
      },
    },
    hostname: setting("hostname", YES, async () => state.active.hostname ?? (await facts.hostname())),
    timeZone: setting("zone", YES, async () => state.active.zone ?? (await facts.zone())),
    timeSync: setting("timeSync", onlyKept("Die Zeitserver werden"), async () => ({
      use: false,
      server: "",
      fallback: "",
    })),
    ssh: setting("ssh", onlyKept("Die SSH-Einstellungen werden"), async () => ({ use: false, start: false })),
    network: {
      ...setting("network", onlyKept("Die Netzwerkeinstellungen werden"), async () => ({
        use: false,
        interfaces: await activeNetwork(facts),
      })),
      devices: () => readDevices(),
      trials: NO_TRIALS,
    },
    lastApply: async () => undefined,
  };
}

/** Nothing on this machine is changed, so nothing can be tried. */
const NO_TRIALS: NetworkTrials = {
  start: () =>
    Promise.reject(new UnavailableError("Auf diesem Rechner kann das Netzwerk nicht getestet werden.")),
  current: async () => undefined,
  last: async () => undefined,
  confirm: () => Promise.reject(new NotFoundError("Es läuft kein Netzwerktest.")),
  cancel: () => Promise.reject(new NotFoundError("Es läuft kein Netzwerktest.")),
};

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
