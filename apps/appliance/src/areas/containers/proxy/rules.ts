/**
 * Rules of the proxy. One that cannot work is refused before it is stored, or marked; it never stops the others.
 *
 * Invariants: changes follow one another; a change counts only once the running proxy has taken it, otherwise rules and proxy stay
 * as they were. Of several active rules with one port the first is in force. Whether somebody else has a port is looked at before each start of
 * the proxy, which it would keep from starting.
 */
import { randomBytes } from "node:crypto";
import type { ProxyRule } from "@hubwart/containers";
import type { AnswerOf, BodyOf, proxyRuleCheck, proxyRuleSet } from "@hubwart/contract";
import { type Clock, ConflictError, InvalidInputError, NotFoundError, SerialQueue } from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
import type { TargetNames } from "./names.ts";
import { type Hop, hopsOfTrial } from "./preflight.ts";
import type { Reach } from "./reach.ts";
import { asServed, type Rule, refuse, rulesSetting, usesTls } from "./rule.ts";
import type { Resolved } from "./targets.ts";
import { texts } from "./texts.ts";
import { waysOf } from "./ways.ts";

const MOST_RULES = 200;

export interface RulesParts {
  store: Pick<Store, "settings">;
  clock: Clock;
  resolve: (rule: Rule) => Resolved;
  names: Pick<TargetNames, "learn" | "refresh" | "resolved">;
  reach: Pick<Reach, "check" | "look" | "problem">;
  /** Whether an uploaded certificate is there. */
  hasCertificate: (id: string) => boolean;
  /** German: who but the proxy has the port; undefined if it is free. */
  owner: (port: number) => Promise<string | undefined>;
  /** Whether the proxy runs, and so has its ports. */
  running: () => Promise<boolean>;
  /** What a request printed on its way through a proxy of its own (`preflight.ts`); undefined while the proxy does not run. */
  trial: (rule: ProxyRule) => Promise<string | undefined>;
  /** Hands the rules in force to the proxy, if it runs. */
  apply: (rules: ProxyRule[]) => Promise<void>;
}

type RuleInput = BodyOf<typeof proxyRuleSet>;
type Checked = Omit<AnswerOf<typeof proxyRuleCheck>, "code">;

export class ProxyRules {
  readonly #parts: RulesParts;
  readonly #queue = new SerialQueue();
  /** What the proxy was told last; undefined where that is not sure: before this process, or a change failed whose answer may be late. */
  #told: string | undefined;
  /** Ports of rules that somebody else has, with their owners. */
  #taken = new Map<number, string>();

  constructor(parts: RulesParts) {
    this.#parts = parts;
  }

  all(): Rule[] {
    return this.#parts.store.settings.read(rulesSetting);
  }

  /** With what keeps each from working, as far as it is known; targets are looked at meanwhile for the next time. */
  shown(): (Rule & { problem?: string; unreachable?: string })[] {
    const { reach } = this.#parts;
    const rules = this.all();
    const ways = this.#ways(rules);
    const dials: string[] = [];
    const shown = rules.map((one) => {
      const way = ways.get(one.id);
      if (!way) return one;
      if ("problem" in way) return { ...one, problem: way.problem };
      dials.push(way.dial);
      const unreachable = reach.problem(way.dial);
      return unreachable === undefined ? one : { ...one, unreachable };
    });
    reach.look(dials);
    return shown;
  }

  /** Those the proxy is to serve. */
  inForce(): ProxyRule[] {
    const rules = this.all();
    const ways = this.#ways(rules);
    return rules.flatMap((one) => {
      const way = ways.get(one.id);
      return !way || "problem" in way ? [] : [asServed(one, way.dial)];
    });
  }

  /** The same, once the names in their targets and the owners of their ports were looked up. */
  async served(): Promise<ProxyRule[]> {
    await Promise.all([this.#parts.names.learn(this.#dials()), this.#lookForOwners()]);
    const rules = this.inForce();
    this.#told = JSON.stringify(rules);
    return rules;
  }

  /** Whether the proxy serves other rules than those in force, as far as that is sure. */
  get stale(): boolean {
    return this.#told !== undefined && this.#told !== JSON.stringify(this.inForce());
  }

  /** The proxy may have run on while nobody could tell it anything: the next look at the names tells it again. */
  doubt(): void {
    this.#told = undefined;
  }

  /**
   * What would keep a rule from working, German, and how far a request of it comes; nothing is stored.
   *
   * @throws InvalidInputError as `set` does
   */
  async check({ id = "", ...rest }: RuleInput): Promise<Checked> {
    const { names, reach, resolve, trial } = this.#parts;
    const next: Rule = { id, ...rest };
    refuse(next);
    const rules = this.all();
    if (next.active) await this.#refusePort(next, rules);
    const resolved = resolve(next);
    if ("dial" in resolved) await names.learn([resolved.dial]);
    const others = next.active ? rules.filter((one) => one.id !== id) : [];
    // As if it was in use, so that somebody who prepares it learns what to expect.
    const way = this.#ways([...others, { ...next, active: true }]).get(id) ?? { problem: "" };
    if ("problem" in way) return { problem: way.problem, about: way.about ?? "rule", hops: [] };
    const hops: Hop[] =
      "dial" in resolved && resolved.dial !== way.dial
        ? [{ hop: "name", ok: true, text: texts.leadsTo(resolved.dial, way.dial) }]
        : [];
    const away = await reach.check(way.dial);
    hops.push({ hop: "tcp", ok: away === undefined, text: away ?? texts.accepts(way.dial) });
    const { protocol } = next;
    if (away === undefined && (protocol === "http" || protocol === "https")) {
      const printed = await trial({ ...asServed(next, way.dial), id: "trial" });
      hops.push(...hopsOfTrial(printed ?? "", protocol));
    }
    const failed = hops.find(({ ok }) => !ok);
    return failed ? { problem: failed.text, about: "target", hops } : { hops };
  }

  /** @returns the rule's id */
  async set({ id: given, ...rest }: RuleInput): Promise<string> {
    const id = given ?? randomBytes(4).toString("hex");
    const next: Rule = { id, ...rest };
    refuse(next);
    await this.#change(async (rules) => {
      const known = rules.find((one) => one.id === id);
      if (given !== undefined && !known) throw new NotFoundError(texts.noRule);
      if (!known && rules.length >= MOST_RULES) throw new ConflictError(texts.mostRules(MOST_RULES));
      if (next.active) await this.#refusePort(next, rules);
      const after = known ? rules.map((one) => (one.id === id ? next : one)) : [...rules, next];
      await this.#refuseCircle(next, after);
      return after;
    });
    return id;
  }

  find(id: string): Rule {
    const found = this.all().find((one) => one.id === id);
    if (!found) throw new NotFoundError(texts.noRule);
    return found;
  }

  async delete(id: string): Promise<void> {
    await this.#change(async (rules) => {
      this.find(id);
      return rules.filter((one) => one.id !== id);
    });
  }

  /** Names of the rules with this certificate. */
  usersOf(certificate: string): string[] {
    return this.all().flatMap((one) => (one.certificate === certificate ? [one.name] : []));
  }

  /** Ids of those that a rule in use has. */
  certificatesInUse(): Set<string> {
    const used = this.all().filter((one) => one.active && usesTls(one));
    return new Set(used.flatMap(({ certificate }) => (certificate ? [certificate] : [])));
  }

  /** Targets or a certificate have changed. */
  async refresh(): Promise<void> {
    await this.#queue.run(async () => this.#apply(await this.served()));
  }

  /** Looks up the names in targets anew; the proxy follows those that lead elsewhere now, and serves what is stored. */
  async followNames(): Promise<void> {
    await Promise.all([this.#parts.names.refresh(this.#dials()), this.#lookForOwners()]);
    if (this.#told === undefined || this.stale) await this.refresh();
  }

  async #apply(rules: ProxyRule[]): Promise<void> {
    this.#told = undefined;
    await this.#parts.apply(rules);
    this.#told = JSON.stringify(rules);
  }

  async #refusePort({ port }: Rule, rules: readonly Rule[]): Promise<void> {
    // Held by the proxy itself, for this rule or another one.
    if (rules.some((one) => one.active && one.port === port)) return;
    const owner = await this.#parts.owner(port);
    if (owner === undefined) return;
    const message = texts.portTaken(port, owner);
    throw new InvalidInputError([{ field: "port", message }]);
  }

  /** One connection to it would take all that the proxy has. */
  async #refuseCircle(next: Rule, rules: readonly Rule[]): Promise<void> {
    const { names, resolve } = this.#parts;
    const resolved = resolve(next);
    if ("dial" in resolved) await names.learn([resolved.dial]);
    const way = this.#ways(rules).get(next.id);
    if (way && "circle" in way) throw new InvalidInputError([{ field: "user_url", message: way.problem }]);
  }

  /** The proxy has its own ports while it runs; those that were not to be had are looked at again. */
  async #lookForOwners(): Promise<void> {
    const { owner, running } = this.#parts;
    const its = await running();
    const ports = new Set(this.all().flatMap((one) => (one.active ? [one.port] : [])));
    const taken = new Map<number, string>();
    for (const port of ports) {
      if (its && !this.#taken.has(port)) continue;
      const found = await owner(port);
      if (found !== undefined) taken.set(port, found);
    }
    this.#taken = taken;
  }

  #ways(rules: readonly Rule[]): Map<string, Resolved> {
    const { hasCertificate, names, resolve } = this.#parts;
    return waysOf(rules, {
      hasCertificate,
      resolve,
      resolved: (dial) => names.resolved(dial),
      taken: (port) => this.#taken.get(port),
    });
  }

  /** Of all active rules, as written. */
  #dials(): string[] {
    return this.all().flatMap((one) => {
      const resolved = one.active ? this.#parts.resolve(one) : { problem: "" };
      return "dial" in resolved ? [resolved.dial] : [];
    });
  }

  #change(change: (rules: Rule[]) => Promise<Rule[]>): Promise<void> {
    return this.#queue.run(async () => {
      const before = this.all();
      const told = this.#told;
      this.#write(await change(before));
      const now = await this.served();
      if (JSON.stringify(now) === told) return;
      try {
        await this.#apply(now);
      } catch (error) {
        this.#write(before);
        throw error;
      }
    });
  }

  #write(rules: Rule[]): void {
    this.#parts.store.settings.write(rulesSetting, rules, this.#parts.clock.now());
  }
}
