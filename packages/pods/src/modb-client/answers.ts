/**
 * Who answers on a line, and what follows: which unit is left alone for a while, when the connection is given up,
 * what the log and the page say, and which values are held over.
 */
import { Backoff, errorText } from "@hubwart/core";
import type { Deliveries } from "@hubwart/runtime/delivery/deliveries";
import type { PodContext } from "@hubwart/runtime/pod";
import { Repetition } from "@hubwart/runtime/pod-log";
import { EXCEPTION, ModbusException, ModbusTimeout } from "../shared/modbus/exceptions.ts";
import { texts as sharedTexts } from "../shared/texts.ts";
import type { ModbusLink } from "./link.ts";
import { deliveriesTo, type Outgoing } from "./outgoing.ts";
import type { Point } from "./point.ts";
import { texts } from "./texts.ts";
import { Units } from "./units.ts";
import type { Values } from "./values.ts";

/** With the time to connect: a peer that is back is found within 5 s. */
const LONGEST_PAUSE = 2000;
/** Key under which repetition of the connection's log is counted; units use their number. */
const CONNECTED = -1;
/** So many requests without any answer, and the connection is taken for dead. */
const MISSES_IN_A_ROW = 3;

export interface AnswersOptions {
  /** Of the interface. */
  id: string;
  /** Host and port or the serial port, as they are shown. */
  target: string;
  /** A serial port: no device at the other end can hang up, so silence is no reason to open it again, and its end is no fault of a unit. */
  serial: boolean;
  points: readonly Point[];
  values: Values;
  context: PodContext;
}

export class Answers {
  readonly units: Units;
  /** What is to be written. */
  readonly deliveries: Deliveries<Outgoing, Point>;
  readonly #options: AnswersOptions;
  readonly #backoff = new Backoff(250, LONGEST_PAUSE);
  readonly #repetition: Repetition;
  /** Why the connection ended last; German. */
  lostBecause = "";
  #warned = "";
  /** Requests in a row without an answer on this connection, and the units they went to. */
  #misses = 0;
  readonly #missing = new Set<number>();
  /** So many of them, and the connection is given up. Grows while none helps, so that in the end every unit is asked. */
  #patience = MISSES_IN_A_ROW;
  /** Units that answer, who answered last at the end. */
  readonly #heard = new Set<number>();
  /** Requests answered on this connection. */
  #answered = 0;
  /** The last connection ended over one unit. */
  #broken = false;
  /** That unit had not answered before either. */
  #again = false;

  constructor(options: AnswersOptions) {
    this.#options = options;
    this.units = new Units(new Set(options.points.filter(({ reads }) => reads).map(({ unit }) => unit)));
    this.deliveries = deliveriesTo(this.units, options.context);
    this.#repetition = new Repetition(() => options.context.clock.monotonic());
  }

  /** ms until the next attempt to connect. */
  get pause(): number {
    return this.#backoff.next();
  }

  connected(): void {
    const text = this.#broken
      ? undefined
      : this.#repetition.pass(CONNECTED, sharedTexts.connectedTo(this.#options.target));
    if (text !== undefined) this.#options.context.log.info(text);
    this.#report();
  }

  /** Requests begin. @returns whether the last connection ended over one unit, so that the turns go on where they were */
  began(): boolean {
    const broken = this.#broken;
    this.#broken = false;
    // A new connection to what may be another device: each value may be written again. The pauses of silent units stay, or a
    // gateway that comes and goes would ask for nothing but them.
    if (!broken) this.deliveries.suspects.clearAll();
    this.deliveries.open();
    this.#unmissed();
    this.#answered = 0;
    return broken;
  }

  notConnected(reason: string): void {
    this.#broken = false;
    this.lostBecause = reason;
  }

  /** The connection is over. */
  ended(): void {
    // One unit ended a connection that served others, or would have, had it not ended again at once over such a unit: it is made
    // anew without telling them.
    if (this.#broken && (this.#answered > 0 || (this.#again && this.#heard.size > 0))) return;
    const { context, id, points, values } = this.#options;
    // The same reason at every attempt would only fill the log.
    if (this.#warned !== this.lostBecause) context.log.warn(this.lostBecause);
    this.#warned = this.lostBecause;
    context.connection(id, { state: false, active: 0, error: this.lostBecause });
    for (const point of points) if (point.reads) values.missed(point);
  }

  /** Requests stay without an answer: the unit that is most likely to give one, if the connection still carries any. */
  get witness(): number | undefined {
    if (this.#misses < MISSES_IN_A_ROW - 1) return undefined;
    return [...this.#heard].findLast((unit) => !this.#missing.has(unit));
  }

  answered(unit: number): void {
    this.#unmissed();
    this.#heard.delete(unit);
    this.#heard.add(unit);
    this.#patience = MISSES_IN_A_ROW;
    this.#answered += 1;
    this.#warned = "";
    this.#backoff.reset();
    if (this.units.answered(unit)) {
      this.deliveries.suspects.clearAll((point) => point.unit === unit);
      this.#options.context.log.info(texts.unitBack(unit));
      this.#report();
    }
  }

  missed(link: ModbusLink, unit: number, error: unknown): void {
    const { context, serial, target } = this.#options;
    if (error instanceof ModbusTimeout) {
      this.#misses += 1;
      this.#missing.add(unit);
    } else this.#unmissed();
    if (this.units.missed(unit, context.clock.monotonic(), this.#isAlone(unit))) {
      this.#heard.delete(unit);
      context.log.warn(errorText(error));
      this.#report();
    }
    this.#holdOver(unit);
    if (link.open && !serial && this.#carriesNothing()) {
      this.#patience = Math.min(this.#patience * 2, Math.max(MISSES_IN_A_ROW, this.units.size));
      this.lostBecause = texts.answersNothing(target);
      link.close();
    }
  }

  /** Silence of one unit is its own; that of units which answered before is the connection's. */
  #carriesNothing(): boolean {
    const fellSilent = [...this.#heard].filter((unit) => this.#missing.has(unit)).length;
    return this.#misses >= this.#patience && fellSilent >= Math.min(2, this.#heard.size);
  }

  #unmissed(): void {
    this.#misses = 0;
    this.#missing.clear();
  }

  /** The connection ended while this unit was asked. */
  broke(unit: number): void {
    const { clock, log, scope } = this.#options.context;
    if (scope.ended || this.#options.serial) return;
    this.#broken = true;
    this.#again = this.units.isDoubted(unit);
    // Each unit costs the others a short pause at first; only where all have had their turn does it grow.
    if (!this.#again) this.#backoff.reset();
    if (this.units.broke(unit, clock.monotonic())) this.#heard.delete(unit);
    const text = this.#repetition.pass(unit, texts.whenAsked(this.lostBecause, unit));
    if (text !== undefined) log.warn(text);
    this.#holdOver(unit);
  }

  #isAlone(unit: number): boolean {
    return !this.#options.points.some(
      (point) => point.reads && point.unit !== unit && !this.units.isSilent(point.unit),
    );
  }

  /** What a silent unit said last is held over. */
  #holdOver(unit: number): void {
    if (!this.units.isSilent(unit)) return;
    const { points, values } = this.#options;
    for (const point of points) if (point.reads && point.unit === unit) values.missed(point);
  }

  #report(): void {
    const { silent } = this.units;
    const { context, id, points, serial, target } = this.#options;
    const error = silent.length === 0 ? {} : { error: texts.unitsSilent(silent.join(", "), target) };
    // An open port alone is no connection.
    const dead = serial && silent.length > 0 && points.every(({ unit }) => this.units.isSilent(unit));
    context.connection(id, { state: !dead, active: dead ? 0 : 1, ...error });
  }
}

/** The device is not there right now; the same request may succeed later. */
export function isMiss(error: unknown): boolean {
  if (error instanceof ModbusTimeout) return true;
  if (!(error instanceof ModbusException)) return false;
  const { busy, gatewayPath, gatewayTarget } = EXCEPTION;
  return error.code === busy || error.code === gatewayPath || error.code === gatewayTarget;
}
