/**
 * What the project's meters consumed, in a process of its own: for the hub a pod whose channels are the sources that meters read, and behind them the
 * figures that they are.
 *
 * Parameters: `EnergyOrder`. `ask`: the methods of `EnergyRequests`.
 */
import { type Clock, errorText, NotFoundError } from "@hubwart/core";
import { type EnergyRequests, noSuchMethod } from "@hubwart/ipc";
import { type CompiledMeter, figureOf, type MeterRate } from "@hubwart/project/meters";
import type { Pod, PodContext, PodKind, PodWrite } from "@hubwart/runtime/pod";
import { Zone } from "@hubwart/schedule/zone";
import { Book, type Entry } from "./book.ts";
import { Figures } from "./figures.ts";
import { answersOf, overviewOf, shownEvent } from "./look.ts";
import { RateLine, type RateStep, rateName, withStep } from "./rates.ts";
import { Slices } from "./slices.ts";
import { slotOf } from "./spread.ts";
import { SteadyClock } from "./steady-clock.ts";
import { Store } from "./store.ts";
import { texts } from "./texts.ts";
import { tellExchange } from "./told-exchange.ts";

export interface EnergyOrder {
  meters: CompiledMeter[];
}
export interface EnergyOptions {
  /** IANA name of the zone that holds now. */
  zone: () => Promise<string>;
}

type Answer<M extends keyof EnergyRequests> = EnergyRequests[M][1];
type Question<M extends keyof EnergyRequests> = EnergyRequests[M][0];

/** Powers are summed and the clock is looked at, ms. */
const TICK = 10_000;
/** Amounts are written, the zone is asked, ms. */
const COMMIT = 60_000;
/** So long people are told that the file was damaged. */
const DAMAGE_TOLD = 7 * 24 * 3_600_000;
const FALLBACK = "UTC";

class EnergyPod implements Pod {
  readonly #context: PodContext;
  readonly #options: EnergyOptions;
  readonly #store: Store;
  readonly #book: Book;
  readonly #steady: SteadyClock;
  readonly #figures: Figures;
  readonly #telling: Slices<Entry>;
  readonly #meters: readonly CompiledMeter[];
  /** By number of the channel: meters that read it. */
  readonly #readers = new Map<number, string[]>();
  /** By number of the channel: it is a price or factor of this name. */
  readonly #rated = new Map<number, string>();
  readonly #rates = new Map<string, readonly RateStep[]>();
  /** Number of the channel of each figure, and what it was last. */
  readonly #told = new Map<string, { index: number; was: string }>();
  #zone = new Zone(FALLBACK);
  #quarter = 0;
  #cancelTell: (() => void) | undefined;

  constructor(context: PodContext, options: EnergyOptions) {
    this.#context = context;
    this.#options = options;
    const { clock, load, log, scope } = context;
    const { meters } = load.params as unknown as EnergyOrder;
    this.#meters = meters;
    this.#store = Store.open(load.folder ?? "", clock.now());
    if (this.#store.aside !== undefined) log.error(texts.damaged(this.#store.aside));
    this.#steady = new SteadyClock(clock);
    this.#book = new Book({ meters, store: this.#store, steady: this.#steady, log });
    this.#figures = new Figures(this.#book, () => this.#zone);
    this.#telling = new Slices(clock, (entry) => this.#tellOne(entry));
    scope.add(() => {
      this.#cancelTell?.();
      this.#telling.end();
      this.#book.tick();
      this.#book.commit();
      this.#store.close();
    });
    this.#number(load.channels.map(({ chan }) => chan));
    for (const meter of meters) {
      this.#readRate(meter, "cost", meter.cost);
      this.#readRate(meter, "co2", meter.co2);
    }
  }

  async start(): Promise<void> {
    const { clock, scope } = this.#context;
    this.#report();
    await this.#readZone();
    this.#tell(true);
    scope.add(clock.every(TICK, () => this.#tick(clock)));
    scope.add(clock.every(COMMIT, () => this.#commit()));
  }

  write(writes: readonly PodWrite[]): Promise<void> {
    for (const { index, quality = 0, ts, value } of writes) {
      for (const id of this.#readers.get(index) ?? []) this.#book.value(id, value, quality, ts);
      const rate = this.#rated.get(index);
      if (rate !== undefined && quality === 0) this.#rate(rate, value);
    }
    if (this.#book.begun) {
      this.#book.commit();
      this.#report();
    }
    for (const write of writes) this.#context.written(write);
    return Promise.resolve();
  }

  ask(method: string, params: unknown): Promise<unknown> {
    return Promise.resolve(this.#answer(method, params));
  }

  #answer(method: string, params: unknown): unknown {
    switch (method) {
      case "energy":
        return this.#overview();
      case "energySums":
        return this.#sums(params as Question<"energySums">);
      case "energyEvents": {
        const { limit, meter } = params as Question<"energyEvents">;
        const entry = this.#entry(meter);
        return {
          events: this.#book.events(entry, limit).map((event) => shownEvent(event, entry.meter)),
        } satisfies Answer<"energyEvents">;
      }
      case "energyExchange":
        return this.#exchange(params as Question<"energyExchange">);
      default:
        throw noSuchMethod(method);
    }
  }

  /** Why amounts are not on the disk, or earlier ones are gone; German. */
  #trouble(): string | undefined {
    const { damagedAt } = this.#store;
    const lately = damagedAt !== undefined && this.#context.clock.now() - damagedAt < DAMAGE_TOLD;
    return this.#book.trouble ?? (lately ? texts.damagedLately(this.#store.asidePath) : undefined);
  }

  /** For the hub: only what is asked for is told otherwise. */
  #report(): void {
    const error = this.#trouble();
    this.#context.connection("main", { state: true, ...(error === undefined ? {} : { error }) });
  }

  #overview(): Answer<"energy"> {
    const trouble = this.#trouble();
    return {
      zone: this.#zone.name,
      now: this.#steady.now(),
      meters: [...this.#book.entries].map((entry) => overviewOf(entry, this.#book.events(entry))),
      ...(trouble === undefined ? {} : { trouble }),
    };
  }

  #sums({ meters, ...asked }: Question<"energySums">): Answer<"energySums"> {
    this.#book.tick();
    const entries = meters === undefined ? [...this.#book.entries] : meters.map((id) => this.#entry(id));
    return answersOf(asked, {
      book: this.#book,
      entries,
      zone: this.#zone,
      now: this.#steady.now(),
      rate: (meter, what) => this.#line(meter, what),
    });
  }

  #exchange({ meter, ...told }: Question<"energyExchange">): Answer<"energyExchange"> {
    this.#book.look();
    const [now, bookedAt] = [this.#context.clock.now(), this.#steady.now()];
    const answer = tellExchange(told, { book: this.#book, entry: this.#entry(meter), now, bookedAt });
    this.#tell(true);
    return answer;
  }

  #entry(id: string): Entry {
    const entry = this.#book.entry(id);
    if (!entry) throw new NotFoundError(texts.noSuchMeter(id));
    return entry;
  }

  #number(channels: readonly string[]): void {
    const numbers = new Map(channels.map((chan, index) => [chan, index]));
    for (const meter of this.#meters) {
      const index = numbers.get(meter.source);
      if (index !== undefined) this.#readers.set(index, [...(this.#readers.get(index) ?? []), meter.id]);
      for (const rate of [meter.cost, meter.co2]) {
        const of = typeof rate === "object" ? numbers.get(rate.chan) : undefined;
        if (of !== undefined && typeof rate === "object") this.#rated.set(of, rate.chan);
      }
    }
    channels.forEach((chan, index) => {
      if (figureOf(chan)) this.#told.set(chan, { index, was: "" });
    });
  }

  #readRate(meter: CompiledMeter, what: "cost" | "co2", rate: MeterRate | undefined): void {
    if (rate === undefined) return;
    const name = rateName(meter, what, rate);
    if (!this.#rates.has(name)) this.#rates.set(name, this.#store.rates(name));
    if (typeof rate === "number") this.#rate(name, rate);
  }

  #rate(name: string, value: unknown): void {
    if (typeof value !== "number" || !Number.isFinite(value) || Math.abs(value) > 1e6) return;
    const known = this.#rates.get(name) ?? [];
    const steps = withStep(known, value, this.#steady.now());
    const step = steps.at(-1);
    if (steps === known || !step) return;
    this.#rates.set(name, steps);
    this.#book.rate({ name, ...step });
  }

  #line(meter: CompiledMeter, what: "cost" | "co2"): RateLine | undefined {
    const rate = meter[what];
    return rate === undefined ? undefined : new RateLine(this.#rates.get(rateName(meter, what, rate)) ?? []);
  }

  #tick(clock: Clock): void {
    this.#book.tick();
    const quarter = slotOf(this.#steady.now());
    if (quarter !== this.#quarter) {
      this.#quarter = quarter;
      // Readings of the quarter that is over may be on their way.
      this.#cancelTell?.();
      this.#cancelTell = clock.after(TICK, () => this.#tell(true));
    }
  }

  #commit(): void {
    this.#tell(false);
    this.#book.commit();
    this.#report();
    void this.#readZone();
  }

  /** @param all also of meters that nothing came from since */
  #tell(all: boolean): void {
    this.#telling.add([...this.#book.entries].filter(({ dirty }) => all || dirty));
  }

  #tellOne(entry: Entry): void {
    for (const [figure, found] of this.#figures.of(entry, this.#steady.now())) {
      const told = this.#told.get(`meter.${entry.meter.id}.${figure}`);
      if (!told || !found) continue;
      const is = `${found.value} ${found.quality}`;
      if (told.was === is) continue;
      told.was = is;
      this.#context.emit(told.index, found.value, found.quality);
    }
  }

  async #readZone(): Promise<void> {
    try {
      const name = await this.#options.zone();
      if (name !== this.#zone.name) this.#zone = new Zone(name);
    } catch (error) {
      this.#context.log.error(texts.zoneUnreadable(errorText(error)));
    }
  }
}

export const energyKind = (options: EnergyOptions): PodKind => ({
  schema: {
    type: "energy",
    label: "Energie",
    doc: "What the project's meters consumed.",
    ifaceColumns: {},
    channelColumns: {},
    directions: ["in", "out"],
    defaultDirection: "out",
    valueTypes: [],
    defaultValueType: "json",
    maxIfaces: 1,
  },
  untold: true,
  create: (context) => new EnergyPod(context, options),
});
