/** "Verbindung prüfen" of a server pod: whether it listens, can be reached on this device, and answers. */
import type { Socket } from "node:net";
import type { Clock } from "@hubwart/core";
import { ConnectionCheck, NO_CONNECTION, STEP } from "./check.ts";
import type { CheckResult } from "./methods.ts";
import { address } from "./net-errors.ts";
import { openSocket } from "./socket.ts";
import { texts } from "./texts.ts";

export interface CheckedListener {
  bind: string;
  /** Bound now; undefined while it does not listen. */
  port: number | undefined;
  /** Why it does not listen, German. */
  error: string;
  tls?: boolean;
  /** What a client would send. */
  request: Uint8Array;
  /** What is said of the first bytes that come back; throws with a German text. */
  answered: (bytes: Buffer) => string;
}

const CONNECT_MS = 5_000;
const ANSWER_MS = 5_000;

export async function checkListener(
  { answered, bind, error, port, request, tls }: CheckedListener,
  clock: Clock,
  signal: AbortSignal,
): Promise<CheckResult> {
  const check = new ConnectionCheck(clock);
  if (port === undefined) {
    check.add(texts.openPort, "failed", `${error || texts.portNotOpenYet}.`);
    check.skip(STEP.port, NO_CONNECTION);
    check.skip(STEP.protocol, NO_CONNECTION);
    return check.result;
  }
  check.add(texts.openPort, "ok", texts.accepting(address(bind, port)));
  const host = bind === "0.0.0.0" ? "127.0.0.1" : bind === "::" ? "::1" : bind;
  const socket = await check.step(
    STEP.port,
    // Of this device: whose certificate it is need not be proven.
    () =>
      openSocket({
        host,
        port,
        ...(tls ? { tls: { verify: false, ca: undefined } } : {}),
        timeoutMs: CONNECT_MS,
        clock,
        signal,
      }),
    () => texts.reachableHere(address(host, port)),
  );
  if (!socket) check.skip(STEP.protocol, NO_CONNECTION);
  else await check.step(STEP.protocol, () => exchange(socket, request, clock), answered);
  socket?.destroy();
  return check.result;
}

function exchange(socket: Socket, request: Uint8Array, clock: Clock): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ANSWER_MS, () => reject(new Error(texts.podSilent)));
    socket.once("data", (bytes: Buffer) => {
      cancel();
      resolve(bytes);
    });
    socket.on("error", () => undefined);
    socket.once("close", () => {
      cancel();
      reject(new Error(texts.podHangsUp));
    });
    socket.write(request);
  });
}
