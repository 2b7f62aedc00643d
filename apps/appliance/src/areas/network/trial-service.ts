/**
 * "Jetzt testen": adapters hold for a while and are put back by the host unless somebody confirms. No HTTP here.
 *
 * Whoever reached the device through an adapter that gets another address has to show that the new one works: the
 * confirmation must then arrive there, and it needs a session there. Which adapter that was is kept in the database,
 * so that a restart of the appliance changes nothing. The putting back itself is the host's and does not need us.
 */
import { CODES, type NetworkAdapter, type NetworkTestRun } from "@hubwart/contract";
import {
  type Clock,
  ConflictError,
  errorText,
  type Logger,
  NotFoundError,
  ResultError,
  type Scope,
  type SerialQueue,
} from "@hubwart/core";
import type { EndedTrial, Host, Trial } from "@hubwart/host";
import type { Certificate } from "../../context.ts";
import { asGiven, readdressed } from "./adapters.ts";
import type { TrialMemory, TrialNote } from "./memory.ts";
import { texts } from "./texts.ts";

export interface TrialDeps {
  host: Host;
  clock: Clock;
  scope: Scope;
  log: Logger;
  certificate: Certificate;
  /** TCP port of the console over https. */
  httpsPort: number;
  memory: TrialMemory;
  changes: SerialQueue;
  /** All adapters as they would be after a save of these; throws as a save does. */
  complete: (given: readonly NetworkAdapter[]) => Promise<NetworkAdapter[]>;
  /** Called once a test was confirmed. */
  decided: () => void;
}

/** How a test ended. */
export type TrialEnd = Pick<EndedTrial, "id" | "outcome">;

/** After a test's time is over, the host needs a moment to put everything back. */
const GRACE_MS = 5_000;
/** s after which an address that stayed is a lease of the same address, not one that is still to go. */
const SETTLED_AFTER = 10;

export class TrialService {
  readonly #deps: TrialDeps;
  #certified = new Set<string>();
  readonly #onEnd = new Set<(end: TrialEnd) => void>();
  #stopWatching: () => void = () => undefined;

  private constructor(deps: TrialDeps) {
    this.#deps = deps;
    deps.scope.add(() => this.#stopWatching());
  }

  /**
   * Takes up a test that ran before the appliance was started, and tells how one ended meanwhile. Waits for neither: the
   * host may be slow to answer while the device starts.
   */
  static start(deps: TrialDeps): TrialService {
    const service = new TrialService(deps);
    deps.changes.run(() => service.#takeUp()).catch((error: unknown) => deps.log.warn(errorText(error)));
    return service;
  }

  async #takeUp(): Promise<void> {
    const current = await this.#deps.host.network.trials.current();
    if (current) this.#watch(current.remaining);
    else await this.#tellEnd();
  }

  /** @param localAddress of this device, that the caller reached */
  begin(
    given: readonly NetworkAdapter[],
    seconds: number,
    localAddress: string,
  ): Promise<{ run: NetworkTestRun; before: NetworkAdapter[] }> {
    const { host, changes, log, memory } = this.#deps;
    return changes.run(async () => {
      const support = await host.network.support();
      if (!support.supported) throw new ResultError(CODES.unsupported, support.reason);
      if (await host.network.trials.current()) throw new ConflictError(texts.trialRuns);
      const tried = await this.#deps.complete(given);
      const before = (await host.network.active()).interfaces;
      const now = await host.facts.interfaces();
      const addressOf = (device: string) => now.find((one) => one.device === device)?.ip ?? "";
      const moved = readdressed(before, tried).map(({ device }) => ({ device, from: addressOf(device) }));
      this.#certified = new Set();
      await this.#certify(tried.filter((one) => one.active && !one.dhcp).map(({ ip }) => ip));
      const trial = await host.network.trials.start(tried, seconds).catch((error: unknown) => {
        throw asGiven(error, tried, given);
      });
      memory.write({
        id: trial.id,
        moved,
        carried: moved.some(({ from }) => from !== "" && from === plain(localAddress)),
      });
      this.#watch(trial.remaining);
      log.info(texts.trialStarted(seconds));
      return { run: await this.#describe(trial), before };
    });
  }

  /** Called once a test is over, however it ended. The returned function ends it. */
  onEnd(listener: (end: TrialEnd) => void): () => void {
    this.#onEnd.add(listener);
    return () => this.#onEnd.delete(listener);
  }

  /** Tells now how a test ended that the host has ended by itself, instead of when its time is over here too. */
  settle(): Promise<void> {
    return this.#deps.changes.run(() => this.#tellEnd());
  }

  async state(): Promise<{ test: NetworkTestRun | null; last: EndedTrial | null }> {
    const { trials } = this.#deps.host.network;
    const [current, last] = await Promise.all([trials.current(), trials.last()]);
    return { test: current ? await this.#describe(current) : null, last: last ?? null };
  }

  /** What was configured before, and what is from now on. */
  confirm(id: string, localAddress: string): Promise<{ before: NetworkAdapter[]; after: NetworkAdapter[] }> {
    const { host, changes, decided, log, memory } = this.#deps;
    return changes.run(async () => {
      const trial = await this.#running(id);
      const { sign_in, addresses } = await this.#describe(trial);
      if (sign_in && !(await this.#reachable(trial)).includes(plain(localAddress))) {
        const message = texts.confirmThere(addresses);
        throw new ResultError(CODES.confirmElsewhere, message);
      }
      const before = (await host.network.configured()).interfaces;
      await this.#end(() => host.network.trials.confirm(id), id);
      memory.write(null);
      decided();
      this.#tell({ id, outcome: "confirmed" });
      log.info(texts.outcomes.confirmed);
      return { before, after: trial.interfaces };
    });
  }

  cancel(id: string): Promise<void> {
    const { host, changes, log, memory } = this.#deps;
    return changes.run(async () => {
      await this.#running(id);
      await this.#end(() => host.network.trials.cancel(id), id);
      memory.write(null);
      this.#tell({ id, outcome: "cancelled" });
      log.info(texts.outcomes.cancelled);
    });
  }

  async #running(id: string): Promise<Trial> {
    const trial = await this.#deps.host.network.trials.current();
    if (trial?.id !== id) throw await this.#over(id);
    return trial;
  }

  async #end(how: () => Promise<void>, id: string): Promise<void> {
    try {
      await how();
    } catch (error) {
      // Its time ran out in this very moment.
      throw error instanceof NotFoundError ? await this.#over(id) : error;
    }
    this.#stopWatching();
  }

  async #over(id: string): Promise<ResultError> {
    const last = await this.#deps.host.network.trials.last();
    const how = last?.id === id ? texts.outcomes[last.outcome] : texts.trialOver;
    return new ResultError(CODES.testOver, how);
  }

  async #describe(trial: Trial): Promise<NetworkTestRun> {
    const addresses = await this.#reachable(trial);
    // Without it the browser warns there, but the test can still be confirmed.
    await this.#certify(addresses).catch((error: unknown) => this.#deps.log.warn(errorText(error)));
    const { id, interfaces, seconds, remaining } = trial;
    return {
      id,
      interfaces,
      seconds,
      remaining: Math.max(0, remaining),
      addresses: addresses.map((address) => this.#url(address)),
      sign_in: this.#note(trial).carried,
    };
  }

  /**
   * Addresses of the adapters that got another one, known as soon as there is a lease where it is leased. Where all
   * those adapters are switched off, the addresses of the others.
   */
  async #reachable(trial: Trial): Promise<string[]> {
    const on = trial.interfaces.filter((adapter) => adapter.active);
    const { moved } = this.#note(trial);
    const there = on.filter(({ device }) => moved.some((one) => one.device === device));
    const now = await this.#deps.host.facts.interfaces();
    const settled = trial.seconds - trial.remaining >= SETTLED_AFTER;
    const addresses = (there.length > 0 ? there : on).map(({ device, dhcp, ip }) => {
      if (!dhcp) return ip;
      const leased = now.find((one) => one.device === device)?.ip ?? "";
      return settled || moved.every(({ from }) => from !== leased) ? leased : "";
    });
    return [...new Set(addresses.filter((address) => address !== ""))];
  }

  /** Of a test we know nothing of, the strictest is assumed. */
  #note(trial: Trial): TrialNote {
    const note = this.#deps.memory.read();
    if (note?.id === trial.id) return note;
    return {
      id: trial.id,
      moved: trial.interfaces.map(({ device }) => ({ device, from: "" })),
      carried: true,
    };
  }

  async #certify(addresses: readonly string[]): Promise<void> {
    const fresh = addresses.filter((address) => !this.#certified.has(address));
    if (fresh.length === 0) return;
    await this.#deps.certificate.include(fresh);
    for (const address of fresh) this.#certified.add(address);
  }

  #url(address: string): string {
    const { httpsPort } = this.#deps;
    return httpsPort === 443 ? `https://${address}` : `https://${address}:${httpsPort}`;
  }

  #tell(end: TrialEnd): void {
    for (const listener of this.#onEnd) listener(end);
  }

  #watch(seconds: number): void {
    const { changes, clock, log } = this.#deps;
    this.#stopWatching();
    this.#stopWatching = clock.after(seconds * 1000 + GRACE_MS, () => {
      changes.run(() => this.#tellEnd()).catch((error: unknown) => log.warn(errorText(error)));
    });
  }

  /** Of a test that nobody ended here. */
  async #tellEnd(): Promise<void> {
    const { host, log, memory } = this.#deps;
    const note = memory.read();
    if (note === null || (await host.network.trials.current())?.id === note.id) return;
    const last = await host.network.trials.last();
    if (last?.id === note.id) log.warn(texts.outcomes[last.outcome]);
    memory.write(null);
    this.#tell({ id: note.id, outcome: last?.id === note.id ? last.outcome : "failed" });
  }
}

/** Sockets that take both families show IPv4 addresses as IPv6 ones (RFC 4291, 2.5.5.2). */
function plain(address: string): string {
  return address.replace(/^::ffff:/i, "");
}
