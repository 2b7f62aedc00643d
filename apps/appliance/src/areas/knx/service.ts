/** KNX interfaces of the running project: keyrings, log files, telegrams, a new connection; and the search for interfaces. */
import { CODES } from "@hubwart/contract";
import {
  type Clock,
  type Logger,
  NotFoundError,
  ResultError,
  type Scope,
  UnavailableError,
} from "@hubwart/core";
import { type KeyringUse, type SearchResult, searchDevices } from "@hubwart/knx/appliance";
import { knxMethods, type Telegram } from "@hubwart/pods/methods";
import { type Kept, keptTo } from "../../http/bounds.ts";
import type { HubLink } from "../../hub-link.ts";
import { ofProject } from "../../platform/of-project.ts";
import type { Guesses } from "../../platform/session/tries.ts";
import { DebugLog, type Mode } from "./debug-log.ts";
import { findInterface, type KnxInterface, knxInterfaces } from "./interfaces.ts";
import { Keyrings, type ReadKeyring } from "./keyrings.ts";
import { type GroupChannels, groupChannels, ownTelegrams } from "./own-telegrams.ts";
import { shownDevice } from "./shown-device.ts";
import { texts } from "./texts.ts";

/** What the hub itself may take beside the pod, ms. */
const HUB_MS = 2_000;
const COLLECT_MS = 1_000;
/** Multicast goes to everyone: this long after a search the network is left in peace. */
const SEARCH_AGAIN_MS = 5_000;

interface Telegrams {
  telegrams: (Telegram & { raw: string })[];
  next: number;
  missed: number;
}

export type Outcome = "sent" | "refused" | "silent" | "lost";

export interface KnxDeps {
  hub: HubLink;
  layout: { podHandover: string; knxDebug: string };
  log: Logger;
  clock: Clock;
  guesses: Guesses;
  readKeyring: ReadKeyring;
  compiledFile: () => string | undefined;
  search?: typeof searchDevices;
}

export class KnxService {
  readonly #hub: HubLink;
  readonly #clock: Clock;
  readonly #search: typeof searchDevices;
  readonly #log: Logger;
  readonly keyrings: Keyrings;
  readonly debug: DebugLog;
  readonly #groupChannels: () => Promise<GroupChannels>;
  /** Up to where each interface's telegrams are written down. */
  readonly #collected = new Map<string, number>();
  #collecting = false;
  #searching: Promise<SearchResult> | undefined;

  constructor(deps: KnxDeps) {
    const { hub, layout, log, clock, guesses, readKeyring, search = searchDevices } = deps;
    this.#hub = hub;
    this.#search = search;
    this.#log = log;
    this.#clock = clock;
    this.keyrings = new Keyrings(layout.podHandover, guesses, readKeyring);
    this.debug = new DebugLog(layout.knxDebug);
    this.#groupChannels = ofProject<GroupChannels>(deps.compiledFile, new Map(), groupChannels);
  }

  collect(scope: Scope): void {
    scope.add(this.#clock.every(COLLECT_MS, () => void this.#collectAll()));
  }

  async interfaces(pod: string | undefined) {
    const found = knxInterfaces(this.#hub).filter((iface) => pod === undefined || iface.pod.id === pod);
    return await Promise.all(
      found.map(async (iface) => ({
        id: iface.id,
        pod: iface.pod.id,
        keyring: await this.keyrings.has(iface),
        debug: await this.debug.mode(iface.id),
        state: iface.state,
        ...(iface.error === undefined ? {} : { error: iface.error }),
      })),
    );
  }

  /** What answers in the networks of this device. Whoever asks meanwhile or soon after gets the same answer. */
  async search() {
    this.#searching ??= this.#searched();
    const { adapters, devices } = await this.#searching;
    return { adapters, devices: devices.map(shownDevice) };
  }

  #searched(): Promise<SearchResult> {
    const forget = () => {
      this.#searching = undefined;
    };
    return this.#search({ clock: this.#clock }).finally(() => this.#clock.after(SEARCH_AGAIN_MS, forget));
  }

  /** @throws NotFoundError also where the pod can have no channel of the caller's */
  find(id: string, kept: Pick<Kept, "pod"> = keptTo(undefined)): KnxInterface {
    const found = findInterface(this.#hub, id);
    if (!kept.pod(found.pod.id)) throw new NotFoundError(texts.noInterface);
    return found;
  }

  async info(id: string, kept: Pick<Kept, "pod"> = keptTo(undefined)) {
    const iface = this.find(id, kept);
    return {
      keyring: await this.keyrings.info(iface),
      debug: await this.debug.mode(id),
      debug_log: await this.debug.files(id),
    };
  }

  async storeKeyring(id: string, bytes: Buffer, password: string): Promise<void> {
    const iface = this.find(id);
    await this.keyrings.store(iface, bytes, password, await this.#useOf(iface));
    await this.#restartPod(iface);
  }

  /** What the project says of the interface; undefined while the hub is away. */
  async #useOf({ iface, pod }: KnxInterface): Promise<KeyringUse | undefined> {
    if (!this.#hub.connected) return undefined;
    const { ifaces } = await this.#hub.request("podDefinition", { pod: pod.id });
    const cells = ifaces.find(({ id }) => id === iface)?.cells;
    return cells && { secure: cells["secure"] === true, mode: String(cells["mode"] ?? "") };
  }

  async removeKeyring(id: string): Promise<void> {
    const iface = this.find(id);
    await this.keyrings.remove(iface);
    await this.#restartPod(iface);
  }

  /** A pod gets its files when it starts. One that does not run gets them then. */
  async #restartPod({ pod }: KnxInterface): Promise<void> {
    if (this.#hub.connected) await this.#hub.request("podRestart", { pod: pod.id });
  }

  async setMode(id: string, mode: Mode): Promise<void> {
    const iface = this.find(id);
    // What was said before the level was set does not belong into the file.
    if ((await this.debug.mode(id)) === "off" && mode !== "off" && iface.pod.running) {
      try {
        this.#collected.set(id, await this.#newest(iface));
      } catch (error) {
        // A pod that restarts begins to count anew.
        if (!(error instanceof UnavailableError)) throw error;
        this.#collected.delete(id);
      }
    }
    await this.debug.setMode(id, mode);
  }

  /** @throws ResultError 1002 while the interface's pod does not run */
  async restart(id: string): Promise<void> {
    const iface = this.find(id);
    if (!iface.pod.running) {
      throw new ResultError(CODES.containerUpdate, texts.interfaceOff);
    }
    await this.#ask(iface, "reconnect", {});
  }

  /** Whoever is kept to some channels learns how much passes, and only what is theirs. */
  async telegrams(id: string, after: number, kept: Kept = keptTo(undefined)) {
    const found = this.find(id, kept);
    const { telegrams, next, missed } = await this.#telegrams(found, after);
    const of = { pod: found.pod.id, iface: found.iface };
    const own = kept.patterns ? ownTelegrams(kept, of, telegrams, await this.#groupChannels()) : telegrams;
    return { telegrams: own.map(({ raw: _raw, ...shown }) => shown), next, missed };
  }

  async send(
    id: string,
    telegram: { address: string; dpt: string; service: string; value: string },
  ): Promise<Outcome> {
    const { outcome } = (await this.#ask(this.find(id), "send", telegram)) as { outcome: Outcome };
    return outcome;
  }

  async #telegrams(iface: KnxInterface, after: number): Promise<Telegrams> {
    return (await this.#ask(iface, "telegrams", { after })) as Telegrams;
  }

  async #newest(iface: KnxInterface): Promise<number> {
    let after = 0;
    for (let found = 1; found > 0; ) {
      const { telegrams, next } = await this.#telegrams(iface, after);
      found = telegrams.length;
      after = next;
    }
    return after;
  }

  async #ask(
    { pod, iface }: KnxInterface,
    method: keyof typeof knxMethods,
    params: Record<string, unknown>,
  ): Promise<unknown> {
    if (!pod.running) throw new UnavailableError(texts.podOff);
    const question = { pod: pod.id, method, params: { iface, ...params } };
    const { result } = await this.#hub.request("podAsk", question, {
      timeout: knxMethods[method].ms + HUB_MS,
    });
    return result;
  }

  async #collectAll(): Promise<void> {
    if (this.#collecting || !this.#hub.connected) return;
    this.#collecting = true;
    try {
      const known = new Map(knxInterfaces(this.#hub).map((iface) => [iface.id, iface]));
      for (const [id, mode] of await this.debug.active()) {
        const iface = known.get(id);
        if (!iface?.pod.running) continue;
        const { telegrams, next } = await this.#telegrams(iface, this.#collected.get(id) ?? 0);
        this.#collected.set(id, next);
        await this.debug.append(id, mode, telegrams);
      }
    } catch (error) {
      if (!(error instanceof UnavailableError)) this.#log.warn(`KNX-Telegramme: ${String(error)}`);
    } finally {
      this.#collecting = false;
    }
  }
}
