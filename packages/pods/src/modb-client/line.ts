/**
 * One interface: keeps the connection, polls the blocks, writes in between.
 *
 * A unit over which the connection ends, or that does not answer, is asked again later than the others, and the turns go on
 * where they were: so a gateway that closes, resets, restarts or answers garbage for one unit starves no other one.
 *
 * Invariants: everything happens in one loop, one request after the other; writes go before reads, but
 * after `WRITES_IN_A_ROW` a block that is due has its turn, so that constant writing starves no value.
 */
import type { Socket } from "node:net";
import { UnavailableError } from "@hubwart/core";
import { AskedReads } from "@hubwart/runtime/asked";
import type { PodLine } from "@hubwart/runtime/line-pod";
import type { CheckResult } from "@hubwart/runtime/methods";
import type { PodContext, PodWrite } from "@hubwart/runtime/pod";
import { LineLoop } from "../shared/line-loop.ts";
import type { Raw } from "../shared/modbus/codec.ts";
import { rawOf } from "../shared/modbus/value.ts";
import { texts as sharedTexts } from "../shared/texts.ts";
import { Answers } from "./answers.ts";
import type { Block } from "./blocks.ts";
import { type Carrier, carrierOf } from "./carrier.ts";
import { checkLine } from "./check.ts";
import { ModbusLink } from "./link.ts";
import type { Outgoing } from "./outgoing.ts";
import type { Point } from "./point.ts";
import { Polls } from "./polls.ts";
import { Requests } from "./requests.ts";
import type { ModbClientIface } from "./schema.ts";
import { Values } from "./values.ts";

const WRITES_IN_A_ROW = 8;
/** Units that do not answer have at most this part of the line's time while others are due: one timeout of five. */
const DOUBTED_SHARE = 5;

export class Line implements PodLine<Point, Raw> {
  readonly #config: ModbClientIface;
  readonly #points: readonly Point[];
  readonly #context: PodContext;
  readonly #carrier: Carrier;
  readonly #polls: Polls;
  readonly #values: Values;
  readonly #answers: Answers;
  readonly #requests: Requests;
  readonly #asked = new AskedReads<Point, Raw>();
  readonly #loop: LineLoop<ModbusLink>;
  /** When a unit that did not answer last was asked last, monotonic ms. */
  #doubtedAt = Number.NEGATIVE_INFINITY;

  constructor(id: string, config: ModbClientIface, points: readonly Point[], context: PodContext) {
    this.#config = config;
    this.#points = points;
    this.#context = context;
    this.#carrier = carrierOf(config);
    this.#polls = new Polls(
      points.filter((point) => point.reads),
      { maxBlock: config.max_block, maxGap: config.max_gap },
    );
    this.#values = new Values(context);
    const { framing, target, timing } = this.#carrier;
    const serial = timing !== undefined;
    this.#answers = new Answers({ id, target, serial, points, values: this.#values, context });
    this.#requests = new Requests({
      broadcasts: framing === "rtu",
      points: new Map(points.map((point) => [point.index, point])),
      polls: this.#polls,
      values: this.#values,
      answers: this.#answers,
      context,
    });
    this.#loop = new LineLoop(context);
  }

  start(): void {
    this.#loop.start(() => this.#run());
  }

  write(point: Point, write: PodWrite): void {
    const made = rawOf(point.item, write.value);
    if ("problem" in made) {
      this.#values.refused(point, write, made.problem);
      return;
    }
    this.#answers.deliveries.offer({ point, raw: made.raw, write }, this.#context.clock.monotonic());
    this.#loop.wakeup.wake();
  }

  /** Reads a channel now, before what is due. @throws UnavailableError in German */
  async readNow(point: Point, signal: AbortSignal): Promise<Raw> {
    if (!this.#loop.link) {
      throw new UnavailableError(
        this.#answers.lostBecause || sharedTexts.notConnectedYet(this.#carrier.target),
      );
    }
    const read = this.#asked.add(point, signal);
    this.#loop.wakeup.wake();
    return await read;
  }

  check(signal: AbortSignal): Promise<CheckResult> {
    const read = this.#loop.link ? (point: Point) => this.readNow(point, signal) : undefined;
    const { lostBecause } = this.#answers;
    return checkLine(
      { config: this.#config, carrier: this.#carrier, points: this.#points, read, lostBecause },
      this.#context,
      signal,
    );
  }

  flush(): Promise<void> {
    return this.#answers.deliveries.flush();
  }

  async #run(): Promise<void> {
    const { scope } = this.#context;
    while (!scope.ended) {
      try {
        const link = await this.#loop.connect(this.#carrier, (socket, closed) =>
          this.#linkOver(socket, closed),
        );
        this.#answers.connected();
        await this.#serve(link);
        link.close();
      } catch (error) {
        this.#answers.notConnected(this.#carrier.failure(error));
      }
      this.#loop.disconnected();
      this.#answers.deliveries.close();
      this.#asked.failAll(this.#answers.lostBecause || sharedTexts.connectionEnded);
      if (scope.ended) break;
      this.#answers.ended();
      await this.#loop.retry.sleep(this.#answers.pause);
    }
  }

  #linkOver(socket: Socket, closed: () => void): ModbusLink {
    return new ModbusLink(socket, {
      carrier: this.#carrier,
      timeout: this.#config.timeout,
      clock: this.#context.clock,
      closed: (reason) => {
        this.#answers.lostBecause = reason;
        closed();
      },
    });
  }

  async #serve(link: ModbusLink): Promise<void> {
    const { clock } = this.#context;
    // One that answers goes first: the time it took to connect again was spent on a unit that did not.
    if (this.#answers.began()) this.#doubtedAt = clock.monotonic();
    else this.#polls.restart(clock.monotonic());
    let writes = 0;
    while (link.open) {
      const asked = this.#asked.take();
      if (asked) {
        await this.#requests.readAsked(link, asked);
        continue;
      }
      const now = clock.monotonic();
      const poll = this.#nextPoll(now);
      const due = poll !== undefined && poll.due <= now ? poll : undefined;
      const outgoing = due && writes >= WRITES_IN_A_ROW ? undefined : this.#nextWrite(now, due?.block.unit);
      if (outgoing) {
        writes += 1;
        this.#asks(outgoing.point.unit, now);
        await this.#requests.write(link, outgoing);
      } else if (due) {
        writes = 0;
        this.#asks(due.block.unit, now);
        await this.#requests.read(link, due.block);
      } else {
        const next = Math.min(
          poll?.due ?? Number.POSITIVE_INFINITY,
          this.#answers.deliveries.due ?? Number.POSITIVE_INFINITY,
        );
        await this.#loop.wakeup.sleep(Number.isFinite(next) ? Math.max(1, next - now) : undefined);
        continue;
      }
      if (this.#config.pause > 0 && link.open) await this.#loop.rest.sleep(this.#config.pause);
    }
  }

  #nextPoll(now: number): { block: Block; due: number } | undefined {
    const { units, witness } = this.#answers;
    const asWitness = witness === undefined ? undefined : this.#polls.of(witness, now);
    return (
      asWitness ??
      this.#polls.next({
        now,
        from: (unit) => units.askFrom(unit),
        doubted: (unit) => units.isDoubted(unit),
        doubtedFirst: this.#triesDoubted(now),
      })
    );
  }

  /** A kept value for a unit that does not answer waits, like its reading, while one that answers is due. */
  #nextWrite(now: number, dueUnit: number | undefined): Outgoing | undefined {
    const { deliveries, units } = this.#answers;
    const soundIsDue = dueUnit !== undefined && !units.isDoubted(dueUnit);
    const soundOnly = soundIsDue && !this.#triesDoubted(now);
    const may = ({ point }: Outgoing) => !soundOnly || !units.isDoubted(point.unit);
    return deliveries.take({ now, may })[0];
  }

  #triesDoubted(now: number): boolean {
    return now - this.#doubtedAt >= this.#config.timeout * DOUBTED_SHARE;
  }

  #asks(unit: number, now: number): void {
    if (this.#answers.units.isDoubted(unit)) this.#doubtedAt = now;
  }
}
