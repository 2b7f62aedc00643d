/** "Verbindung prüfen": over the connection that stands, because many gateways take only one; else over a new one. */

import { errorText } from "@hubwart/core";
import { ConnectionCheck, NO_CONNECTION, STEP } from "@hubwart/runtime/check";
import type { CheckResult } from "@hubwart/runtime/methods";
import type { PodContext } from "@hubwart/runtime/pod";
import { texts as runtimeTexts } from "@hubwart/runtime/texts";
import type { Raw } from "../shared/modbus/codec.ts";
import { EXCEPTION, ModbusException } from "../shared/modbus/exceptions.ts";
import { settingsOf, settingsText } from "../shared/serial/columns.ts";
import { texts as serialTexts } from "../shared/serial/texts.ts";
import { texts as sharedTexts } from "../shared/texts.ts";
import type { Carrier } from "./carrier.ts";
import { ModbusLink } from "./link.ts";
import type { Point } from "./point.ts";
import type { ModbClientIface } from "./schema.ts";
import { texts } from "./texts.ts";
import { readPoint } from "./transfer.ts";

const MOST_UNITS = 8;

export interface CheckedLine {
  config: ModbClientIface;
  carrier: Carrier;
  points: readonly Point[];
  /** Reads over the connection that stands; undefined while there is none. */
  read: ((point: Point) => Promise<Raw>) | undefined;
  /** Why there is none, German. */
  lostBecause: string;
}

export async function checkLine(
  line: CheckedLine,
  { clock }: Pick<PodContext, "clock">,
  signal: AbortSignal,
): Promise<CheckResult> {
  const check = new ConnectionCheck(clock);
  const { carrier } = line;
  if (carrier.timing) {
    await checkSerial(check, line);
    return check.result;
  }
  const { host = "", port, timeout } = line.config;
  const { target } = carrier;
  if (line.read) {
    await check.resolve(host);
    check.add(STEP.port, "ok", sharedTexts.connectionStands(target));
    await checkUnits(check, line.points, line.read);
    return check.result;
  }
  const socket = await check.connect({ host, port, signal });
  if (!socket) {
    check.skip(STEP.protocol, NO_CONNECTION);
    return check.result;
  }
  let closed = "";
  const link = new ModbusLink(socket, {
    carrier,
    timeout,
    clock,
    closed: (reason) => {
      closed = reason;
    },
  });
  try {
    await checkUnits(check, line.points, async (point) => {
      try {
        return await readPoint(link, point);
      } catch (error) {
        throw closed === "" ? error : new Error(closed, { cause: error });
      }
    });
  } finally {
    link.close();
  }
  return check.result;
}

/** The port has one owner, so it is not opened a second time to look. */
async function checkSerial(check: ConnectionCheck, { config, lostBecause, points, read }: CheckedLine) {
  const settings = settingsOf(config);
  if (!read) {
    check.add(runtimeTexts.openPort, "failed", `${lostBecause || serialTexts.notOpenYet(settings.device)}.`);
    check.skip(STEP.protocol, NO_CONNECTION);
    return;
  }
  check.add(runtimeTexts.openPort, "ok", serialTexts.open(settings.device, settingsText(settings)));
  await checkUnits(check, points, read);
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
