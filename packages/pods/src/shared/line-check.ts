/** "Verbindung prüfen": over the connection that stands, because many gateways take only one; else over a new one. */
import type { Socket } from "node:net";
import type { Clock } from "@hubwart/core";
import { ConnectionCheck, NO_CONNECTION, STEP } from "@hubwart/runtime/check";
import type { CheckResult } from "@hubwart/runtime/methods";
import { texts as runtimeTexts } from "@hubwart/runtime/texts";
import { type SerialSettings, settingsText } from "./serial/columns.ts";
import { texts as serialTexts } from "./serial/texts.ts";
import { texts } from "./texts.ts";

export interface CheckedLine<Q, R> {
  /** Of the gateway. */
  config: { host?: string; port: number };
  /** Host and port as they are shown. */
  target: string;
  /** Where the line is at a serial port. */
  serial: SerialSettings | undefined;
  /** Reads over the connection that stands; undefined while there is none. */
  read: ((what: Q) => Promise<R>) | undefined;
  /** Why there is none, German. */
  lostBecause: string;
}

export interface LineQuestions<Q, R> {
  /** The protocol over a connection made for the check. */
  over: (socket: Socket) => { read: (what: Q) => Promise<R>; close: () => void };
  /** Adds the steps that ask the devices. */
  ask: (check: ConnectionCheck, read: (what: Q) => Promise<R>) => Promise<void>;
}

export async function checkCarried<Q, R>(
  line: CheckedLine<Q, R>,
  { ask, over }: LineQuestions<Q, R>,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<CheckResult> {
  const check = new ConnectionCheck(clock);
  const { read, serial, target } = line;
  const { host = "", port } = line.config;
  if (serial) {
    const { device } = serial;
    // The port has one owner, so it is not opened a second time to look.
    if (read) check.add(runtimeTexts.openPort, "ok", serialTexts.open(device, settingsText(serial)));
    else check.add(runtimeTexts.openPort, "failed", `${line.lostBecause || serialTexts.notOpenYet(device)}.`);
  } else if (read) {
    await check.resolve(host);
    check.add(STEP.port, "ok", texts.connectionStands(target));
  }
  if (read) {
    await ask(check, read);
    return check.result;
  }
  const socket = serial ? undefined : await check.connect({ host, port, signal });
  if (!socket) {
    check.skip(STEP.protocol, NO_CONNECTION);
    return check.result;
  }
  const own = over(socket);
  try {
    await ask(check, own.read);
  } finally {
    own.close();
  }
  return check.result;
}
