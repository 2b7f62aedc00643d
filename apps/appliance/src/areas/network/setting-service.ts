/**
 * Name, zone, time servers and SSH of the device: what a save must fulfil, and whether it waits for a restart.
 * No HTTP here.
 */
import { isDeepStrictEqual } from "node:util";
import type { NtpSettings, SshSettings } from "@hubwart/contract";
import { InvalidInputError } from "@hubwart/core";
import type { Host, Setting } from "@hubwart/host";
import { texts } from "./texts.ts";

/** What a save came to; `before` and `after` are for the change log. */
export interface Saved<T> {
  restart: "nothing" | "device";
  before: T;
  after: T;
}

export interface AfterSave {
  /** Another host name is configured. */
  renamed: () => Promise<void>;
  /** Anything is. */
  saved: () => void;
}

export class SettingService {
  readonly #host: Host;
  readonly #then: AfterSave;

  constructor(host: Host, then: AfterSave) {
    this.#host = host;
    this.#then = then;
  }

  hostname = () => read(this.#host.hostname);
  zone = () => read(this.#host.timeZone);
  ntp = () => read(this.#host.ntp);
  ssh = () => read(this.#host.ssh);

  async saveHostname(name: string): Promise<Saved<string>> {
    const saved = await this.#save(this.#host.hostname, name);
    await this.#then.renamed();
    return saved;
  }

  saveZone(zone: string): Promise<Saved<string>> {
    return this.#save(this.#host.timeZone, zone);
  }

  async saveNtp(settings: NtpSettings): Promise<Saved<NtpSettings>> {
    if (settings.use && settings.server === "" && settings.fallback === "") {
      const message = texts.timeServerNeeded;
      throw new InvalidInputError([{ field: "server", message }]);
    }
    return this.#save(this.#host.ntp, settings);
  }

  /** `start` counts only with `use`. */
  saveSsh({ use, start }: SshSettings): Promise<Saved<SshSettings>> {
    return this.#save(this.#host.ssh, { use, start: use && start });
  }

  async #save<T, A>(setting: Setting<T, A>, value: T): Promise<Saved<T>> {
    const saved = await save(setting, value);
    this.#then.saved();
    return saved;
  }
}

async function read<T, A>(setting: Setting<T, A>) {
  const [configured, active, support] = await Promise.all([
    setting.configured(),
    setting.active(),
    setting.support(),
  ]);
  return { configured, active, support };
}

async function save<T, A>(setting: Setting<T, A>, value: T): Promise<Saved<T>> {
  const before = await setting.configured();
  await setting.save(value);
  const waits = !isDeepStrictEqual(before, value) || !isDeepStrictEqual(await setting.active(), value);
  return { restart: waits ? "device" : "nothing", before, after: value };
}
