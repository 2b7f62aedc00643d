/**
 * The ping pod. Measures by ICMP where the machine lets it, otherwise by TCP connections, and says which.
 *
 * The state of its one interface is "can measure"; `active` is the number of hosts reachable right now.
 */

import { setMaxListeners } from "node:events";
import { errorText, NotFoundError, UnavailableError } from "@hubwart/core";
import { noSuchMethod } from "@hubwart/ipc";
import { Held } from "@hubwart/runtime/held";
import type { ReadResult } from "@hubwart/runtime/methods";
import { refuseProblems } from "@hubwart/runtime/parameters";
import type { Pod, PodContext, PodKind, PodWrite } from "@hubwart/runtime/pod";
import { texts as runtimeTexts } from "@hubwart/runtime/texts";
import { checkHosts } from "./check.ts";
import { checkPing as checkIcmp, PingUnavailable, runPing } from "./icmp.ts";
import type { Measurement, Target, TargetChannel } from "./measurement.ts";
import { MOST_AT_ONCE, Rounds } from "./rounds.ts";
import { checkPing, type PingIface, pingSchema } from "./schema.ts";
import { targetsOf } from "./targets.ts";
import { tryConnections } from "./tcp.ts";
import { texts } from "./texts.ts";

/** Without ICMP, it is tried again this often: somebody may install or permit it. ms. */
const RETRY_MS = 60_000;

class PingPod implements Pod {
  readonly #context: PodContext;
  readonly #reachable = new Set<Target>();
  /** Did not answer last time. */
  readonly #silent = new Set<Target>();
  readonly #held: Held;
  #targets: readonly Target[] = [];
  #iface = "main";
  #method: PingIface["method"] = "auto";
  #checking: Promise<void> = Promise.resolve();
  /** Why ICMP is not possible, German. */
  #without: string | undefined;

  constructor(context: PodContext) {
    this.#context = context;
    this.#held = new Held(context);
  }

  async start(): Promise<void> {
    const { load, clock, scope } = this.#context;
    refuseProblems(checkPing(load));
    const iface = load.ifaces[0];
    if (!iface) return;
    this.#iface = iface.id;
    this.#method = (iface.config as PingIface).method;
    // Each measurement listens for the end of the pod.
    setMaxListeners(MOST_AT_ONCE * 2, scope.signal);
    this.#targets = targetsOf(load);
    const silent = (target: Target) => this.#silent.has(target);
    const rounds = new Rounds(this.#targets, clock, (target) => this.#measure(target), silent);
    scope.add(() => rounds.end());
    if (this.#method !== "tcp") {
      this.#checking = this.#check();
      scope.add(() => this.#checking);
      await this.#checking;
      const cancel = clock.every(RETRY_MS, () => {
        if (this.#without !== undefined) this.#checking = this.#check();
      });
      scope.add(cancel);
    }
    if (scope.ended) return;
    this.#report();
    rounds.start();
  }

  async write(writes: readonly PodWrite[]): Promise<void> {
    for (const write of writes) this.#context.refused(write, runtimeTexts.readOnly);
  }

  async ask(method: string, params: { index: number; iface: string }, signal: AbortSignal): Promise<unknown> {
    const { clock, load } = this.#context;
    switch (method) {
      case "read":
        return await this.#read(params.index, signal);
      case "check":
        if (!load.ifaces.some(({ id }) => id === params.iface)) {
          throw new NotFoundError(runtimeTexts.noConnection);
        }
        return await checkHosts(this.#targets, (target) => this.#probe(target, signal), clock);
      default:
        throw noSuchMethod(method);
    }
  }

  async #read(index: number, signal: AbortSignal): Promise<ReadResult> {
    const target = this.#targets.find(({ channels }) => channels.some((channel) => channel.index === index));
    const channel = target?.channels.find((each) => each.index === index);
    if (!target || !channel) throw new NotFoundError(runtimeTexts.noChannel);
    const found = await this.#probe(target, signal);
    this.#took(target, found);
    const value = valueOf(channel, found);
    if (value === undefined) throw new UnavailableError(texts.silent(target.host));
    return { value, quality: found.problem === undefined ? 0 : 1, ts: this.#context.clock.now() };
  }

  /** A measurement beside the rounds. */
  async #probe(target: Target, signal: AbortSignal): Promise<Measurement> {
    const byTcp = this.#method === "tcp" || this.#without !== undefined;
    try {
      return await (byTcp ? tryConnections : runPing)(target, this.#context.clock, signal);
    } catch (error) {
      throw new UnavailableError(errorText(error), { cause: error });
    }
  }

  /** Never rejects. */
  async #check(): Promise<void> {
    const { clock, scope, log } = this.#context;
    try {
      await checkIcmp(clock, scope.signal);
      if (this.#without !== undefined) log.info(texts.icmpPossible);
      this.#without = undefined;
    } catch (error) {
      if (scope.ended) return;
      this.#cannot(errorText(error));
    }
    if (!scope.ended) this.#report();
  }

  #cannot(reason: string): void {
    if (this.#without === reason) return;
    this.#without = reason;
    this.#context.log.warn(this.#explanation(reason));
  }

  #explanation(reason: string): string {
    return this.#method === "auto" ? texts.icmpImpossibleNowTcp(reason) : texts.icmpImpossible(reason);
  }

  #report(): void {
    // Where connections by TCP do as well, nothing is wrong; the log says how it is done.
    const reason = this.#method === "icmp" ? this.#without : undefined;
    this.#context.connection(this.#iface, {
      state: reason === undefined,
      active: this.#reachable.size,
      ...(reason === undefined ? {} : { error: this.#explanation(reason) }),
    });
  }

  /** Never rejects. */
  async #measure(target: Target): Promise<void> {
    const { clock, scope } = this.#context;
    if (this.#method === "icmp" && this.#without !== undefined) {
      for (const { index } of target.channels) this.#held.missed(index, target.interval);
      return;
    }
    const byTcp = this.#method === "tcp" || this.#without !== undefined;
    try {
      const found = await (byTcp ? tryConnections : runPing)(target, clock, scope.signal);
      if (!scope.ended) this.#took(target, found);
    } catch (error) {
      if (scope.ended) return;
      if (error instanceof PingUnavailable) {
        this.#cannot(error.message);
        this.#report();
      }
      for (const { index } of target.channels) {
        this.#context.failed(index, errorText(error));
        this.#held.missed(index, target.interval);
      }
    }
  }

  #took(target: Target, found: Measurement): void {
    const reachable = found.received > 0;
    const before = this.#reachable.size;
    if (reachable) {
      this.#reachable.add(target);
      this.#silent.delete(target);
    } else {
      this.#reachable.delete(target);
      this.#silent.add(target);
    }
    if (this.#reachable.size !== before) this.#report();
    // A host that could not even be asked counts as not reachable, but not with certainty.
    const quality = found.problem === undefined ? 0 : 1;
    for (const channel of target.channels) {
      const { index } = channel;
      if (found.problem !== undefined) this.#context.failed(index, `${target.host}: ${found.problem}`);
      const value = valueOf(channel, found);
      // A host that does not answer has no round trip time: that is what it says.
      if (value === undefined) this.#held.lost(index);
      else this.#held.took(index, value, quality);
    }
  }
}

/** undefined where there is nothing to measure: a host that does not answer has no round trip time. */
function valueOf({ measure, asNumber }: TargetChannel, found: Measurement): boolean | number | undefined {
  switch (measure) {
    case "reachable":
      return asNumber ? Number(found.received > 0) : found.received > 0;
    case "rtt":
      return found.rtt;
    case "loss":
      return Math.round((1 - found.received / found.sent) * 1000) / 10;
  }
}

export const kind: PodKind = {
  schema: pingSchema,
  create: (context) => new PingPod(context),
};
