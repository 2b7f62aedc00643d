/**
 * Rules of the proxy. One that cannot work is refused before it is stored, or marked; it never stops the others.
 *
 * Invariants: changes follow one another; a change counts only once the running proxy has taken it, otherwise rules and proxy stay
 * as they were. Of several active rules with one port the first is in force.
 */
import { randomBytes } from "node:crypto";
import type { ProxyRule } from "@hubwart/containers";
import type { BodyOf, proxyRuleSet } from "@hubwart/contract";
import { type Clock, ConflictError, InvalidInputError, NotFoundError, SerialQueue } from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
import { parseHeaders } from "./headers.ts";
import type { TargetNames } from "./names.ts";
import type { Reach } from "./reach.ts";
import { type Rule, refuse, rulesSetting, usesHeaders, usesTls } from "./rule.ts";
import type { Resolved } from "./targets.ts";

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
  /** Hands the rules in force to the proxy, if it runs. */
  apply: (rules: ProxyRule[]) => Promise<void>;
}

type RuleInput = BodyOf<typeof proxyRuleSet>;

export class ProxyRules {
  readonly #parts: RulesParts;
  readonly #queue = new SerialQueue();
  /** A change failed, maybe because its answer was late: the proxy may serve what was never stored. */
  #uncertain = false;

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
    const dials: string[] = [];
    const shown = rules.map((one) => {
      if (!one.active) return one;
      const way = this.#way(one, rules);
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
    return rules.flatMap((one) => {
      const way = one.active ? this.#way(one, rules) : undefined;
      if (!way || "problem" in way) return [];
      const { certificate, id, port, protocol } = one;
      const headers = usesHeaders(one) ? parseHeaders(one.user_header) : [];
      return [
        {
          id,
          port,
          protocol,
          dial: way.dial,
          headers: typeof headers === "string" ? [] : headers,
          ...(certificate && usesTls(one) ? { certificate } : {}),
        },
      ];
    });
  }

  /** The same, once the names in their targets were looked up. */
  async served(): Promise<ProxyRule[]> {
    await this.#parts.names.learn(this.#dials());
    return this.inForce();
  }

  /**
   * What would keep a rule from working, German; nothing is stored.
   *
   * @throws InvalidInputError as `set` does
   */
  async check({ id = "", ...rest }: RuleInput): Promise<string | undefined> {
    const { names, reach, resolve } = this.#parts;
    const next: Rule = { id, ...rest };
    refuse(next);
    const rules = this.all();
    if (next.active) await this.#refusePort(next, rules);
    const resolved = resolve(next);
    if ("dial" in resolved) await names.learn([resolved.dial]);
    const others = next.active ? rules.filter((one) => one.id !== id) : [];
    const way = this.#way(next, [...others, next]);
    return "problem" in way ? way.problem : await reach.check(way.dial);
  }

  /** @returns the rule's id */
  async set({ id: given, ...rest }: RuleInput): Promise<string> {
    const id = given ?? randomBytes(4).toString("hex");
    const next: Rule = { id, ...rest };
    refuse(next);
    await this.#change(async (rules) => {
      const known = rules.find((one) => one.id === id);
      if (given !== undefined && !known) throw new NotFoundError("Diese Regel gibt es nicht.");
      if (!known && rules.length >= MOST_RULES) throw new ConflictError(`Erlaubt sind ${MOST_RULES} Regeln.`);
      if (next.active) await this.#refusePort(next, rules);
      return known ? rules.map((one) => (one.id === id ? next : one)) : [...rules, next];
    });
    return id;
  }

  find(id: string): Rule {
    const found = this.all().find((one) => one.id === id);
    if (!found) throw new NotFoundError("Diese Regel gibt es nicht.");
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
    const before = JSON.stringify(this.inForce());
    await this.#parts.names.refresh(this.#dials());
    if (this.#uncertain || JSON.stringify(this.inForce()) !== before) await this.refresh();
  }

  async #apply(rules: ProxyRule[]): Promise<void> {
    this.#uncertain = true;
    await this.#parts.apply(rules);
    this.#uncertain = false;
  }

  async #refusePort({ port }: Rule, rules: readonly Rule[]): Promise<void> {
    // Held by the proxy itself, for this rule or another one.
    if (rules.some((one) => one.active && one.port === port)) return;
    const owner = await this.#parts.owner(port);
    if (owner === undefined) return;
    const message = `Der Port ${port} wird bereits von ${owner} verwendet.`;
    throw new InvalidInputError([{ field: "port", message }]);
  }

  /** Where a rule leads, or why it is not in force. */
  #way(one: Rule, rules: readonly Rule[]): Resolved {
    const { hasCertificate, names, resolve } = this.#parts;
    const first = rules.find((other) => other.active && other.port === one.port);
    if (first && first.id !== one.id) {
      return { problem: `Den Port ${one.port} verwendet schon die Regel „${first.name}“.` };
    }
    if (one.certificate && usesTls(one) && !hasCertificate(one.certificate)) {
      return { problem: "Das Zertifikat der Regel ist nicht mehr vorhanden." };
    }
    const resolved = resolve(one);
    if ("problem" in resolved) return resolved;
    const dial = names.resolved(resolved.dial);
    if (dial !== undefined) return { dial };
    return { problem: `Der Name in ${resolved.dial} lässt sich nicht auflösen (DNS).` };
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
      const inForce = JSON.stringify(this.inForce());
      this.#write(await change(before));
      const now = await this.served();
      if (JSON.stringify(now) === inForce && !this.#uncertain) return;
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
