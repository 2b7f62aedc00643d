/** "Verbindung prüfen" of a Modbus line: what its devices answer. */
import type { Socket } from "node:net";
import { type Clock, errorText } from "@hubwart/core";
import { type ConnectionCheck, STEP } from "@hubwart/runtime/check";
import type { CheckResult } from "@hubwart/runtime/methods";
import type { PodContext } from "@hubwart/runtime/pod";
import { type CheckedLine, checkCarried } from "../shared/line-check.ts";
import type { Raw } from "../shared/modbus/codec.ts";
import { EXCEPTION, ModbusException } from "../shared/modbus/exceptions.ts";
import { settingsOf } from "../shared/serial/columns.ts";
import type { Carrier } from "./carrier.ts";
import { ModbusLink } from "./link.ts";
import type { Point } from "./point.ts";
import type { ModbClientIface } from "./schema.ts";
import { texts } from "./texts.ts";
import { readPoint } from "./transfer.ts";

const MOST_UNITS = 8;

export interface CheckedModbus extends Pick<CheckedLine<Point, Raw>, "lostBecause" | "read"> {
  config: ModbClientIface;
  carrier: Carrier;
  points: readonly Point[];
}

export function checkLine(
  { carrier, config, points, ...line }: CheckedModbus,
  { clock }: Pick<PodContext, "clock">,
  signal: AbortSignal,
): Promise<CheckResult> {
  const serial = carrier.timing && settingsOf(config);
  return checkCarried<Point, Raw>(
    { ...line, config, target: carrier.target, serial },
    {
      over: (socket) => linkOver(socket, { carrier, timeout: config.timeout, clock }),
      ask: (check, read) => checkUnits(check, points, read),
    },
    { clock, signal },
  );
}

function linkOver(socket: Socket, options: { carrier: Carrier; timeout: number; clock: Clock }) {
  let closed = "";
  const link = new ModbusLink(socket, {
    ...options,
    closed: (reason) => {
      closed = reason;
    },
  });
  const read = async (point: Point) => {
    try {
      return await readPoint(link, point);
    } catch (error) {
      throw closed === "" ? error : new Error(closed, { cause: error });
    }
  };
  return { read, close: () => link.close() };
}

/** One register of each device tells whether it is there. */
async function checkUnits(
  check: ConnectionCheck,
  points: readonly Point[],
  read: (point: Point) => Promise<Raw>,
): Promise<void> {
  const units = new Map<number, Point>();
  for (const point of points) {
    if (!units.has(point.unit) || (point.reads && !units.get(point.unit)?.reads))
      units.set(point.unit, point);
  }
  if (units.size === 0) check.skip(STEP.protocol, texts.noChannels);
  for (const [unit, point] of [...units].slice(0, MOST_UNITS)) {
    await check.step(
      `${STEP.protocol}, Unit-ID ${unit}`,
      () => read(point).catch(answeredAnyhow),
      (found) =>
        found instanceof ModbusException ? texts.deviceAnswersWith(found.message) : texts.deviceAnswers,
    );
  }
  if (units.size > MOST_UNITS) {
    check.skip(STEP.protocol, texts.onlyFirst(MOST_UNITS, units.size));
  }
}

/** A device that refuses a register is there; a gateway that does not reach it speaks for itself only. */
function answeredAnyhow(error: unknown): ModbusException {
  const refusal = error instanceof Error && error.cause instanceof ModbusException ? error.cause : error;
  if (
    refusal instanceof ModbusException &&
    refusal.code !== EXCEPTION.gatewayPath &&
    refusal.code !== EXCEPTION.gatewayTarget
  ) {
    return refusal;
  }
  throw new Error(`${errorText(error)}.`, { cause: error });
}
