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
import { defineSetting, type Store } from "@hubwart/core/store";
import * as z from "zod/mini";
import { parseHeaders } from "./headers.ts";
import type { Resolved } from "./targets.ts";

const rule = z.object({
  id: z.string(),
  active: z.boolean(),
  name: z.string(),
  port: z.int(),
  protocol: z.enum(["http", "https", "tcp", "tcps"]),
  target: z.string(),
  user_url: z.string(),
  user_header: z.string(),
});
export type Rule = z.output<typeof rule>;
const setting = defineSetting({ name: "proxy.rules", schema: z.array(rule), fallback: [], needs: "nothing" });

const MOST_RULES = 200;

export interface RulesParts {
  store: Pick<Store, "settings">;
  clock: Clock;
  resolve: (rule: Rule) => Resolved;
  /** German: who but the proxy has the port; undefined if it is free. */
  owner: (port: number) => Promise<string | undefined>;
  /** Hands the rules in force to the proxy, if it runs. */
  apply: (rules: ProxyRule[]) => Promise<void>;
}

export class ProxyRules {
  readonly #parts: RulesParts;
  readonly #queue = new SerialQueue();

  constructor(parts: RulesParts) {
    this.#parts = parts;
  }

  all(): Rule[] {
    return this.#parts.store.settings.read(setting);
  }

  /** With what keeps each from working, as far as it is known without trying. */
  shown(): (Rule & { problem?: string })[] {
    const rules = this.all();
    return rules.map((one) => {
      const problem = one.active ? this.#problem(one, rules) : undefined;
      return { ...one, ...(problem === undefined ? {} : { problem }) };
    });
  }

  /** Those the proxy is to serve. */
  inForce(): ProxyRule[] {
    const rules = this.all();
    return rules.flatMap((one) => {
      if (!one.active || this.#problem(one, rules) !== undefined) return [];
      const resolved = this.#parts.resolve(one);
      if ("problem" in resolved) return [];
      const headers = usesHeaders(one) ? parseHeaders(one.user_header) : [];
      const { id, port, protocol } = one;
      return [
        { id, port, protocol, dial: resolved.dial, headers: typeof headers === "string" ? [] : headers },
      ];
    });
  }

  /** @returns the rule's id */
  async set({ id: given, ...rest }: BodyOf<typeof proxyRuleSet>): Promise<string> {
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

  /** Targets or the certificate have changed. */
  async refresh(): Promise<void> {
    await this.#queue.run(() => this.#parts.apply(this.inForce()));
  }

  async #refusePort({ id, port }: Rule, rules: readonly Rule[]): Promise<void> {
    // Held by the proxy itself, for this rule or another one.
    if (rules.some((one) => one.active && one.port === port)) return;
    const owner = await this.#parts.owner(port);
    if (owner === undefined) return;
    const message = `Der Port ${port} wird bereits von ${owner} verwendet.`;
    throw new InvalidInputError([{ field: "port", message }], { cause: id });
  }

  #problem(one: Rule, rules: readonly Rule[]): string | undefined {
    const first = rules.find((other) => other.active && other.port === one.port);
    if (first && first.id !== one.id)
      return `Den Port ${one.port} verwendet schon die Regel „${first.name}“.`;
    const resolved = this.#parts.resolve(one);
    return "problem" in resolved ? resolved.problem : undefined;
  }

  #change(change: (rules: Rule[]) => Promise<Rule[]>): Promise<void> {
    return this.#queue.run(async () => {
      const before = this.all();
      const inForce = JSON.stringify(this.inForce());
      this.#write(await change(before));
      const now = this.inForce();
      if (JSON.stringify(now) === inForce) return;
      try {
        await this.#parts.apply(now);
      } catch (error) {
        this.#write(before);
        throw error;
      }
    });
  }

  #write(rules: Rule[]): void {
    this.#parts.store.settings.write(setting, rules, this.#parts.clock.now());
  }
}

const usesHeaders = ({ protocol }: Rule): boolean => protocol === "http" || protocol === "https";

/** What is wrong with a rule by itself. */
function refuse(one: Rule): void {
  const problems: { field: string; message: string }[] = [];
  if (one.target === "user" && !/^\S+:[0-9]{1,5}$/.test(one.user_url.trim())) {
    problems.push({ field: "user_url", message: "Erwartet wird Adresse:Port." });
  }
  const headers = parseHeaders(one.user_header);
  if (typeof headers === "string") problems.push({ field: "user_header", message: headers });
  else if (headers.length > 0 && !usesHeaders(one)) {
    problems.push({ field: "user_header", message: "Header gibt es nur bei http und https." });
  }
  if (problems.length > 0) throw new InvalidInputError(problems);
}
