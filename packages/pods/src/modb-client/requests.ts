/** One request over the link, and what its outcome means for values, turns and units. */
import { errorText } from "@hubwart/core";
import type { AskedRead } from "@hubwart/runtime/asked";
import type { PodContext } from "@hubwart/runtime/pod";
import { decodeRegisters, encodeRegisters, type Raw } from "../shared/modbus/codec.ts";
import { EXCEPTION, ModbusClosed, ModbusException } from "../shared/modbus/exceptions.ts";
import { isBitArea } from "../shared/modbus/item.ts";
import { texts as sharedTexts } from "../shared/texts.ts";
import { type Answers, isMiss } from "./answers.ts";
import type { Block } from "./blocks.ts";
import type { ModbusLink } from "./link.ts";
import type { Outgoing } from "./outgoing.ts";
import type { Point } from "./point.ts";
import type { Polls } from "./polls.ts";
import { texts } from "./texts.ts";
import { readBlock, readPoint, writePoint } from "./transfer.ts";
import { about, type Values } from "./values.ts";

export interface RequestsOptions {
  /** Whether unit id 0 speaks to all. */
  broadcasts: boolean;
  points: ReadonlyMap<number, Point>;
  polls: Polls;
  values: Values;
  answers: Answers;
  context: PodContext;
}

export class Requests {
  readonly #options: RequestsOptions;

  constructor(options: RequestsOptions) {
    this.#options = options;
  }

  async read(link: ModbusLink, block: Block): Promise<void> {
    const { answers, context, polls, values } = this.#options;
    const points = block.items.map(({ index }) => this.#point(index));
    try {
      const raws = await readBlock(link, block);
      answers.answered(block.unit);
      polls.done(block, context.clock.monotonic());
      points.forEach((point, at) => values.took(point, raws[at] ?? false));
    } catch (error) {
      const now = context.clock.monotonic();
      if (error instanceof ModbusClosed) {
        polls.broke(block, now);
        answers.broke(block.unit);
        return;
      }
      if (isMiss(error)) {
        answers.missed(link, block.unit, error);
        polls.done(block, now);
        for (const point of points) values.failed(point, errorText(error));
        return;
      }
      answers.answered(block.unit);
      // It can be a single register that the device cannot read, whatever it says.
      if (polls.refuse(block, now, !isRefusal(error))) return;
      for (const point of points) {
        values.failed(point, errorText(error));
        values.lost(point);
      }
    }
  }

  async readAsked(link: ModbusLink, { point, done, fail }: AskedRead<Point, Raw>): Promise<void> {
    const { answers, values } = this.#options;
    try {
      const raw = await readPoint(link, point);
      answers.answered(point.unit);
      if (point.reads) values.took(point, raw);
      done(raw);
    } catch (error) {
      if (error instanceof ModbusClosed) {
        answers.broke(point.unit);
        fail(answers.lostBecause);
        return;
      }
      if (isMiss(error)) answers.missed(link, point.unit, error);
      else answers.answered(point.unit);
      fail(errorText(error));
    }
  }

  async write(link: ModbusLink, outgoing: Outgoing): Promise<void> {
    const { answers, broadcasts } = this.#options;
    const { point, raw } = outgoing;
    const broadcast = broadcasts && point.unit === 0;
    try {
      await writePoint(link, point, raw, broadcast);
      if (!broadcast) answers.answered(point.unit);
    } catch (error) {
      const closed = error instanceof ModbusClosed;
      if (!closed && !isMiss(error)) {
        answers.answered(point.unit);
        this.#settle(outgoing, texts.notWritten(errorText(error)));
        return;
      }
      if (closed) answers.broke(point.unit);
      else answers.missed(link, point.unit, error);
      this.#writtenInVain(outgoing, closed ? answers.lostBecause : errorText(error));
      return;
    }
    const refusal =
      (point.reads || point.readback) && !broadcast ? await this.#confirm(link, point, raw) : undefined;
    this.#settle(outgoing, refusal);
  }

  /** @param refusal none: written */
  #settle(outgoing: Outgoing, refusal: string | undefined): void {
    const { answers, context } = this.#options;
    const outcome =
      refusal === undefined
        ? { t: "written" as const }
        : { t: "refused" as const, reason: about(outgoing.point, refusal) };
    answers.deliveries.settle(outgoing, outcome, context.clock.monotonic());
  }

  #writtenInVain(outgoing: Outgoing, reason: string): void {
    const { answers, context, polls, values } = this.#options;
    const { point } = outgoing;
    const now = context.clock.monotonic();
    answers.units.writtenInVain(point.unit);
    answers.deliveries.settle(outgoing, { t: "vain" }, now);
    if (context.scope.ended) return;
    polls.hurry(point.unit, now);
    values.failed(point, sharedTexts.notWrittenYet(reason), "write");
  }

  /** Shows what the device made of a written value; a failure here is seen by the next poll. @returns why it is no success */
  async #confirm(link: ModbusLink, point: Point, raw: Raw): Promise<string | undefined> {
    const { answers, values } = this.#options;
    try {
      const found = await readPoint(link, point);
      if (point.reads) values.took(point, found);
      if (point.readback && found !== held(point, raw)) {
        return texts.notTaken(String(found));
      }
    } catch (error) {
      if (error instanceof ModbusClosed) answers.broke(point.unit);
      else if (isMiss(error)) answers.missed(link, point.unit, error);
      if (point.readback && !(error instanceof ModbusClosed)) {
        values.failed(point, texts.notReadBack(errorText(error)));
      }
    }
    return undefined;
  }

  #point(index: number): Point {
    const point = this.#options.points.get(index);
    if (!point) throw new Error(`no channel ${index}`);
    return point;
  }
}

/** The device does not have these registers, or not so many at once. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof ModbusException &&
    (error.code === EXCEPTION.illegalAddress || error.code === EXCEPTION.illegalValue)
  );
}

/** The value as it reads back: rounded to 32 bits, blanks cut. */
function held({ item }: Point, raw: Raw): Raw {
  return isBitArea(item.area) ? raw : decodeRegisters(item, encodeRegisters(item, raw));
}
