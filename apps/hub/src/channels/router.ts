/**
 * Takes an update of a channel, keeps it, and passes it on over the links to the pods.
 *
 *     const router = new Router(table, project.links, { clock, deliver, observe, problem });
 *     router.update(number, value, 0, ts);        // from the channel's own pod
 *     router.write(number, value, 0, ts);         // from a link, a constant or a person
 *     router.end();
 *
 * One that follows another, after a project was applied: `next.inherit(ended)`, then `next.prime()`.
 *
 * Invariants: an update is fully passed on before `update` returns, save where a link's least interval
 * holds it back; then the newest value follows when the interval is over. A chain of links that comes back
 * to a channel it has passed is cut there, and a chain ends after `LONGEST_CHAIN` links. A bad value marks
 * the channels behind it as bad and is not written outside. An update with a value and time that are known already is
 * no new value: only its quality falls.
 */
import type { Clock } from "@hubwart/core";
import type { Quality } from "@hubwart/ipc";
import type { CompiledLink } from "@hubwart/project/compiled";
import { texts } from "../texts.ts";
import { coerce, shortText } from "./coerce.ts";
import { type Conversion, conversionOf, sameValue } from "./convert-link.ts";
import { type ChannelTable, WRITTEN } from "./table.ts";

export interface RouterEnvironment {
  clock: Clock;
  /** Hands a value to the pod that writes it outside. */
  deliver(pod: number, local: number, value: unknown, quality: Quality, ts: number): void;
  /** A channel was updated. */
  observe(channel: number): void;
  /** A value did not fit or a chain was cut. German; called for every occurrence. */
  problem(channel: number, text: string): void;
}

interface Route {
  link: CompiledLink;
  source: number;
  target: number;
  convert: Conversion | undefined;
  onChange: boolean;
  /** ms; 0 without. */
  minInterval: number;
  /** Value last passed on, once there is one. */
  passed: boolean;
  lastPassed: unknown;
  /** Monotonic time from which the next value may pass. */
  freeAt: number;
  held: { value: unknown; quality: Quality; ts: number } | undefined;
  cancel: (() => void) | undefined;
  /** The link was not there before. */
  fresh: boolean;
  /** Why the newest value of the source did not pass. */
  stopped: Stop | undefined;
}

/** `map`: the value is none of its pairs; `conversion`: it is no number, or neither true nor false; `long`: the chain was cut. */
export interface Stop {
  why: "map" | "conversion" | "long";
  /** ms since the epoch. */
  at: number;
  /** The value, shortened. */
  given: string;
}

/** A link, as one sees it who asks why. */
export interface RouteView {
  link: CompiledLink;
  source: number;
  stopped: Stop | undefined;
  /** A value is held back until then, ms since the epoch. */
  heldUntil: number | undefined;
}

const LONGEST_CHAIN = 100;
const GOOD = 0;
const BAD = 2;

export class Router {
  readonly #table: ChannelTable;
  readonly #env: RouterEnvironment;
  readonly #routes: Route[] = [];
  readonly #bySource: (Route[] | undefined)[] = [];
  /** Channels of the chain that is being followed. */
  readonly #onPath: Uint8Array;
  #depth = 0;
  #byTarget: Map<number, Route[]> | undefined;

  constructor(table: ChannelTable, links: readonly CompiledLink[], env: RouterEnvironment) {
    this.#table = table;
    this.#env = env;
    this.#onPath = new Uint8Array(table.size);
    for (const link of links) this.#addRoute(link);
  }

  /** The links that end at a channel. They are sorted when it is asked for the first time: nobody may ask. */
  into(channel: number): RouteView[] {
    this.#byTarget ??= sorted(this.#routes);
    const { clock } = this.#env;
    return (this.#byTarget.get(channel) ?? []).map(({ freeAt, held, link, source, stopped }) => ({
      link,
      source,
      stopped,
      heldUntil: held && clock.now() + Math.max(0, freeAt - clock.monotonic()),
    }));
  }

  /** A value from the channel's own pod: kept and passed on, not sent back. */
  update(channel: number, value: unknown, quality: Quality, ts: number): void {
    if (quality !== GOOD && this.#isOlder(channel, ts)) return;
    if (quality !== GOOD && this.#isKnown(channel, value, quality, ts)) this.#fall(channel, quality);
    else this.#set(channel, value, quality, ts, undefined);
  }

  /** What is there already: a value that was never received, or the last one with its own time. */
  #isKnown(channel: number, value: unknown, quality: Quality, ts: number): boolean {
    const table = this.#table;
    if (!table.counts[channel]) return value === null && quality === BAD;
    return (
      table.origins[channel] === undefined &&
      ts === table.last[channel] &&
      sameValue(value, table.values[channel])
    );
  }

  /** What falls is older than what was written since, and says nothing of that. */
  #isOlder(channel: number, ts: number): boolean {
    const table = this.#table;
    return table.origins[channel] !== undefined && ts < (table.last[channel] ?? 0);
  }

  /** No new value: the one that is there holds no longer. Uncertainty goes over no link, so that nothing is written. */
  #fall(channel: number, quality: Quality): void {
    const table = this.#table;
    if (table.qualities[channel] === quality) return;
    table.qualities[channel] = quality;
    if (quality !== GOOD || table.fell.size > 0) table.judged(channel, quality, this.#env.clock.now());
    this.#env.observe(channel);
    if (quality === BAD) this.#follow(channel, table.values[channel], quality, table.last[channel] ?? 0);
  }

  /** A value for the channel: kept, passed on, and written outside by its pod. */
  write(channel: number, value: unknown, quality: Quality, ts: number): void {
    this.#set(channel, value, quality, ts, WRITTEN);
  }

  /** Passes on at once what is held back, and nothing after it. */
  end(): void {
    for (const route of this.#routes) {
      route.cancel?.();
      this.#release(route);
    }
    for (const route of this.#routes) route.cancel?.();
    this.#bySource.length = 0;
  }

  /** Links that the ended router had too go on where they were: what they passed on last, and when. */
  inherit(before: Router): void {
    const earlier = new Map(before.#routes.map((route) => [JSON.stringify(route.link), route]));
    for (const route of this.#routes) {
      const same = earlier.get(JSON.stringify(route.link));
      if (!same) continue;
      route.fresh = false;
      route.passed = same.passed;
      route.lastPassed = same.lastPassed;
      route.freeAt = same.freeAt;
      route.stopped = same.stopped;
    }
  }

  /**
   * A link that is new, or whose target is, passes on its source's last good value, as if it had come now.
   * One that passes on changes only leaves a target alone that has the value already.
   */
  prime(): void {
    const wanting = this.#routes.filter(({ fresh, target }) => fresh || this.#table.counts[target] === 0);
    // Chains are primed from their beginnings, which pass the value all the way through. Otherwise a link in the
    // middle would pass on a value that is about to be replaced.
    const behind = new Set(wanting.map(({ target }) => target));
    for (const route of wanting) if (!behind.has(route.source)) this.#prime(route);
    for (const route of wanting) this.#prime(route);
  }

  #prime(route: Route): void {
    const table = this.#table;
    const { source } = route;
    if (route.passed || route.held || table.counts[source] === 0 || table.qualities[source] !== GOOD) return;
    const value = table.values[source];
    if (route.onChange && this.#hasAlready(route, value)) {
      route.passed = true;
      route.lastPassed = route.convert ? route.convert(value) : value;
    } else {
      this.#pass(route, value, GOOD, table.last[source] ?? 0);
    }
  }

  #hasAlready({ target, convert }: Route, value: unknown): boolean {
    const table = this.#table;
    const type = table.types[target];
    if (type === undefined || table.counts[target] === 0 || table.qualities[target] !== GOOD) return false;
    const converted = convert ? convert(value) : value;
    return sameValue(coerce(type, converted), table.values[target]);
  }

  #addRoute(link: CompiledLink): void {
    const source = this.#table.number(link.source);
    const target = this.#table.number(link.target);
    if (source === undefined || target === undefined) return;
    const route: Route = {
      link,
      source,
      target,
      convert: conversionOf(link),
      onChange: link.onChange ?? false,
      minInterval: link.minInterval ?? 0,
      passed: false,
      lastPassed: undefined,
      freeAt: 0,
      held: undefined,
      cancel: undefined,
      fresh: true,
      stopped: undefined,
    };
    this.#routes.push(route);
    const routes = this.#bySource[source];
    if (routes) routes.push(route);
    else this.#bySource[source] = [route];
  }

  /** `origin`: the link's source, `WRITTEN`, or undefined for what came from outside. */
  #set(channel: number, given: unknown, quality: Quality, ts: number, origin: number | undefined): void {
    const table = this.#table;
    const type = table.types[channel];
    if (type === undefined) return;
    let value = coerce(type, given);
    if (value === undefined) {
      if (quality !== BAD) {
        table.misfits.set(channel, { given: shortText(given), at: this.#env.clock.now() });
        this.#env.problem(channel, texts.wrongType);
      }
      value = table.values[channel];
      quality = BAD;
    } else if (table.misfits.size > 0) table.misfits.delete(channel);
    table.values[channel] = value;
    table.qualities[channel] = quality;
    table.last[channel] = ts;
    table.counts[channel] = (table.counts[channel] ?? 0) + 1;
    table.origins[channel] = origin;
    if (quality !== GOOD || table.fell.size > 0) table.judged(channel, quality, this.#env.clock.now());
    this.#env.observe(channel);
    if (origin !== undefined && quality !== BAD) {
      const pod = table.pods[channel] ?? -1;
      if (pod >= 0 && table.directions[channel] !== "in") {
        this.#env.deliver(pod, table.locals[channel] ?? 0, value, quality, ts);
      }
    }
    this.#follow(channel, value, quality, ts);
  }

  #follow(channel: number, value: unknown, quality: Quality, ts: number): void {
    const routes = this.#bySource[channel];
    if (routes === undefined) return;
    this.#onPath[channel] = 1;
    this.#depth += 1;
    for (const route of routes) this.#pass(route, value, quality, ts);
    this.#depth -= 1;
    this.#onPath[channel] = 0;
  }

  #pass(route: Route, given: unknown, quality: Quality, ts: number): void {
    if (this.#onPath[route.target] === 1 || this.#depth > LONGEST_CHAIN) {
      if (this.#depth > LONGEST_CHAIN) this.#stop(route, "long", given);
      this.#env.problem(route.target, texts.circle);
      return;
    }
    // Behind a bad value the channels keep their last good one: it could not be converted.
    let value = quality === BAD ? undefined : given;
    if (route.convert && quality !== BAD) {
      value = route.convert(given);
      if (value === undefined) {
        this.#stop(route, route.link.map ? "map" : "conversion", given);
        return;
      }
    }
    // While a value is held back the comparison waits for the end of the interval: it may change again.
    if (route.onChange && route.held === undefined && isRepeat(route, value, quality)) return;
    if (route.minInterval > 0) {
      const now = this.#env.clock.monotonic();
      if (now < route.freeAt) {
        route.held = { value, quality, ts };
        route.cancel ??= this.#env.clock.after(route.freeAt - now, () => this.#release(route));
        return;
      }
      route.freeAt = now + route.minInterval;
    }
    this.#forward(route, value, quality, ts);
  }

  #stop(route: Route, why: Stop["why"], value: unknown): void {
    route.stopped = { why, at: this.#env.clock.now(), given: shortText(value) };
  }

  #release(route: Route): void {
    const { held } = route;
    route.held = undefined;
    route.cancel = undefined;
    if (!held) return;
    if (route.onChange && isRepeat(route, held.value, held.quality)) return;
    route.freeAt = this.#env.clock.monotonic() + route.minInterval;
    this.#forward(route, held.value, held.quality, held.ts);
  }

  #forward(route: Route, value: unknown, quality: Quality, ts: number): void {
    if (quality === BAD) {
      route.passed = false;
    } else {
      route.passed = true;
      route.lastPassed = value;
    }
    route.stopped = undefined;
    this.#set(route.target, value, quality, ts, route.source);
  }
}

function sorted(routes: readonly Route[]): Map<number, Route[]> {
  const found = new Map<number, Route[]>();
  for (const route of routes) {
    const others = found.get(route.target);
    if (others) others.push(route);
    else found.set(route.target, [route]);
  }
  return found;
}

function isRepeat(route: Route, value: unknown, quality: Quality): boolean {
  return route.passed && quality !== BAD && sameValue(route.lastPassed, value);
}
