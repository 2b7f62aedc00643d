/**
 * One interface: keeps the connection, reads the meters when they are due, and what people ask for in between.
 *
 * Invariants: everything happens in one loop, one request after the other. What people ask for goes first, then a meter that is due; a
 * search has every second turn, so that neither starves the other.
 */
import type { Socket } from "node:net";
import { errorText, UnavailableError } from "@hubwart/core";
import { type AskedRead, AskedReads } from "@hubwart/runtime/asked";
import type { PodLine } from "@hubwart/runtime/line-pod";
import type { CheckResult } from "@hubwart/runtime/methods";
import type { PodContext } from "@hubwart/runtime/pod";
import { type Carrier, serialCarrier, tcpCarrier } from "../shared/carrier.ts";
import { LineLoop } from "../shared/line-loop.ts";
import { texts as sharedTexts } from "../shared/texts.ts";
import { Answers } from "./answers.ts";
import { checkLine } from "./check.ts";
import type { MbusIface } from "./columns.ts";
import { MbusLink } from "./link.ts";
import { type MeterRef, meterName } from "./meter.ts";
import type { Point } from "./point.ts";
import { type Meter, Polls } from "./polls.ts";
import { MbusClosed, MbusRefused } from "./problems.ts";
import { type Reading, readMeter } from "./reading.ts";
import { MeterSearch, type SearchWay } from "./search.ts";
import { serialSettings } from "./settings.ts";
import { timingOf } from "./timing.ts";
import { Values } from "./values.ts";

/** A reading is as good as a new one for so long: people ask for one channel of a meter after the other. */
const FRESH_MS = 3_000;

function carrierOf(config: MbusIface): Carrier {
  return config.mode === "serial"
    ? serialCarrier(serialSettings(config))
    : tcpCarrier(config.host ?? "", config.port);
}

export class Line implements PodLine<Point, Reading> {
  readonly #config: MbusIface;
  readonly #context: PodContext;
  readonly #carrier: Carrier;
  readonly #polls: Polls;
  readonly #values: Values;
  readonly #answers: Answers;
  readonly #asked = new AskedReads<MeterRef, Reading>();
  /** Asked over a connection that had ended unnoticed: once more over the next one. */
  #again: AskedRead<MeterRef, Reading> | undefined;
  readonly #loop: LineLoop<MbusLink>;
  #search: MeterSearch | undefined;
  #searchLast = false;

  /** @param carrier that of the interface's cells */
  constructor(
    id: string,
    config: MbusIface,
    points: readonly Point[],
    context: PodContext,
    carrier = carrierOf(config),
  ) {
    this.#config = config;
    this.#context = context;
    this.#carrier = carrier;
    const serial = config.mode === "serial";
    this.#polls = new Polls(points);
    this.#values = new Values(context);
    const { target } = this.#carrier;
    this.#answers = new Answers({ id, target, serial, polls: this.#polls, values: this.#values, context });
    this.#loop = new LineLoop(context);
  }

  start(): void {
    this.#loop.start(() => this.#run());
  }

  /** Nothing is written. */
  write(): void {}
  async flush(): Promise<void> {}

  readNow({ meter }: Point, signal: AbortSignal): Promise<Reading> {
    return this.readMeter(meter, signal);
  }

  /** Reads a meter now, before what is due. @throws UnavailableError in German */
  async readMeter(ref: MeterRef, signal: AbortSignal): Promise<Reading> {
    this.#needConnection();
    const read = this.#asked.add(ref, signal);
    this.#loop.wakeup.wake();
    return await read;
  }

  check(signal: AbortSignal): Promise<CheckResult> {
    const read = this.#loop.link ? (ref: MeterRef) => this.readMeter(ref, signal) : undefined;
    const { lostBecause } = this.#answers;
    const meters = this.#polls.meters.map(({ ref }) => ref);
    const line = { config: this.#config, carrier: this.#carrier, meters, read, lostBecause };
    return checkLine(line, this.#context, signal);
  }

  /** The one that runs or ran last. */
  get search(): MeterSearch | undefined {
    return this.#search;
  }

  /** Begins anew, unless one runs. @throws UnavailableError without a connection */
  beginSearch(way: SearchWay): void {
    if (this.#search && !this.#search.over) return;
    this.#needConnection();
    this.#search = new MeterSearch(way);
    this.#loop.wakeup.wake();
  }

  /** One that ended between two readings is made anew, at once where somebody needs it. */
  #needConnection(): void {
    if (this.#answers.down) {
      throw new UnavailableError(
        this.#answers.lostBecause || sharedTexts.notConnectedYet(this.#carrier.target),
      );
    }
    this.#loop.retry.wake();
  }

  async #run(): Promise<void> {
    const { clock, scope } = this.#context;
    while (!scope.ended) {
      let stood = Number.POSITIVE_INFINITY;
      try {
        const link = await this.#loop.connect(this.#carrier, (socket, closed) =>
          this.#linkOver(socket, closed),
        );
        stood = clock.monotonic();
        if (this.#answers.connected()) this.#polls.resumed(stood);
        await this.#serve(link);
        link.close();
      } catch (error) {
        this.#answers.lostBecause = this.#carrier.failure(error);
      }
      this.#loop.disconnected();
      if (!scope.ended) this.#answers.ended(clock.monotonic() - stood);
      if (scope.ended || this.#answers.down) this.#failAsked();
      if (scope.ended) break;
      await this.#loop.retry.sleep(this.#answers.pause);
    }
  }

  #failAsked(): void {
    const reason = this.#answers.lostBecause || sharedTexts.connectionEnded;
    this.#again?.fail(reason);
    this.#again = undefined;
    this.#asked.failAll(reason);
  }

  #linkOver(socket: Socket, closed: () => void): MbusLink {
    return new MbusLink(socket, {
      carrier: this.#carrier,
      timing: timingOf(this.#config.baud),
      timeout: this.#config.timeout,
      clock: this.#context.clock,
      closed: (reason) => {
        this.#answers.lostBecause = reason;
        closed();
      },
      otherMaster: () => this.#answers.otherMaster(),
    });
  }

  async #serve(link: MbusLink): Promise<void> {
    const { clock } = this.#context;
    while (link.open) {
      const again = this.#again;
      this.#again = undefined;
      const asked = again ?? this.#asked.take();
      if (asked) {
        await this.#readAsked(link, asked, again !== undefined);
        await this.#pause(link);
        continue;
      }
      const now = clock.monotonic();
      const meter = this.#polls.next(now);
      const due = meter !== undefined && meter.due <= now ? meter : undefined;
      const search = this.#search?.over === false ? this.#search : undefined;
      if (search && !(due && this.#searchLast)) {
        this.#searchLast = true;
        await this.#searchOn(link, search);
      } else if (due) {
        this.#searchLast = false;
        await this.#read(link, due);
      } else {
        await this.#loop.wakeup.sleep(meter ? Math.max(1, meter.due - now) : undefined);
        continue;
      }
      await this.#pause(link);
    }
  }

  async #pause(link: MbusLink): Promise<void> {
    if (this.#config.pause > 0 && link.open) await this.#loop.rest.sleep(this.#config.pause);
  }

  async #searchOn(link: MbusLink, search: MeterSearch): Promise<void> {
    try {
      await search.step(link);
    } catch (error) {
      // The connection ended: the step is done again over the next one.
      if (!(error instanceof MbusClosed)) throw error;
    }
  }

  async #read(link: MbusLink, meter: Meter): Promise<void> {
    const { clock, scope } = this.#context;
    const from = clock.monotonic();
    try {
      this.#took(meter, await readMeter(link, meter.ref));
    } catch (error) {
      if (error instanceof MbusClosed) {
        // A gateway may have ended the connection long before, and the request only shows it; the second time it is a miss.
        if (meter.broke && !scope.ended)
          this.#missed(link, meter, new Error(this.#answers.lostBecause), from);
        meter.broke = true;
        return;
      }
      this.#failed(link, meter, error, from);
    }
  }

  async #readAsked(link: MbusLink, asked: AskedRead<MeterRef, Reading>, again: boolean): Promise<void> {
    const { done, fail, point: ref } = asked;
    const { clock } = this.#context;
    const meter = this.#polls.find(meterName(ref));
    const from = clock.monotonic();
    const last = meter?.last;
    if (last && from - last.at < FRESH_MS) {
      done(last.reading);
      return;
    }
    try {
      const reading = await readMeter(link, ref);
      if (meter) this.#took(meter, reading);
      else this.#answers.heard();
      done(reading);
    } catch (error) {
      if (error instanceof MbusClosed) {
        if (again) fail(this.#answers.lostBecause);
        else this.#again = asked;
        return;
      }
      if (meter) this.#failed(link, meter, error, from);
      fail(`${errorText(error)}.`);
    }
  }

  #took(meter: Meter, reading: Reading): void {
    this.#answers.answered(meter, reading);
    for (const point of meter.points) this.#values.took(point, reading);
  }

  #failed(link: MbusLink, meter: Meter, error: unknown, from: number): void {
    if (!(error instanceof MbusRefused)) {
      this.#missed(link, meter, error, from);
      return;
    }
    this.#answers.refused(meter, error);
    for (const point of meter.points) {
      this.#values.failed(point, errorText(error));
      this.#values.missed(point);
    }
  }

  #missed(link: MbusLink, meter: Meter, error: unknown, from: number): void {
    for (const point of meter.points) this.#values.failed(point, errorText(error));
    if (this.#answers.missed(meter, error, this.#context.clock.monotonic() - from)) link.close();
  }
}
