/**
 * The socket of the device service: one connection, one request, one answer. Each request that is no mere question
 * leaves a line in the journal.
 */
import net from "node:net";
import {
  type AppError,
  type Clock,
  errorText,
  InvalidInputError,
  isAppError,
  ResultError,
  type Scope,
} from "@hubwart/core";
import { type Answer, type DeviceService, parseRequest, READS, REQUEST_LIMIT } from "@hubwart/host/systemd";
import { FrameError, LineCutter } from "@hubwart/ipc";
import { farewell } from "./farewell.ts";
import type { Journal } from "./journal.ts";
import { listenAsTold } from "./listen.ts";
import { texts } from "./texts.ts";

export interface ServeOptions {
  service: Pick<DeviceService, "begin" | "handle">;
  env: Record<string, string | undefined>;
  clock: Clock;
  scope: Scope;
  log: (message: string) => void;
  journal: Journal;
}

/** A request must be complete by then, ms. */
const REQUEST_MS = 5_000;
const CONNECTIONS = 64;
/** For answers under way when the service is told to end, ms. */
const LAST_WORDS_MS = 1_000;

export async function serve(options: ServeOptions): Promise<void> {
  const { service, env, clock, scope } = options;
  const server = net.createServer({ allowHalfOpen: true });
  server.maxConnections = CONNECTIONS;
  const open = new Set<net.Socket>();
  const working = new Set<Promise<void>>();
  scope.add(async () => {
    // Whoever asked for the restart of the device still learns that it is under way.
    await Promise.race([
      Promise.allSettled(working),
      new Promise((resolve) => clock.after(LAST_WORDS_MS, () => resolve(undefined))),
    ]);
    open.forEach((socket) => socket.destroy());
  });
  // What an earlier process left half done comes first.
  await service.begin();
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    const cancel = clock.after(REQUEST_MS, () => socket.destroy());
    socket.once("close", cancel);
    const reply = (answer: Answer) => {
      cancel();
      farewell(socket, `${JSON.stringify(answer)}\n`, clock);
    };
    let answered = false;
    const cutter = new LineCutter(REQUEST_LIMIT, (line) => {
      if (answered) return;
      answered = true;
      cancel();
      const work = respond(line, options).then(reply);
      working.add(work);
      void work.finally(() => working.delete(work));
    });
    socket.on("data", (chunk: Buffer) => {
      if (answered) return;
      try {
        cutter.push(chunk);
      } catch (error) {
        if (!(error instanceof FrameError)) throw error;
        answered = true;
        reply({ ok: false, kind: "invalid", message: texts.tooLong });
      }
    });
    socket.on("end", () => {
      if (!answered) socket.destroy();
    });
  });
  await listenAsTold(server, env, scope);
}

async function respond(line: string, { service, journal, log }: ServeOptions): Promise<Answer> {
  let told: object = { verb: "?" };
  let quiet = false;
  try {
    const request = parseRequest(line);
    told = request;
    quiet = READS.has(request.verb);
    const value = (await service.handle(request)) ?? null;
    if (!quiet) await journal.accepted(told);
    return { ok: true, value };
  } catch (error) {
    if (!quiet) journal.refused(told, errorText(error));
    if (isAppError(error)) return refusal(error);
    log(`defect: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return { ok: false, kind: "defect", message: texts.failed };
  }
}

function refusal(error: AppError): Answer {
  const { kind, message } = error;
  if (error instanceof InvalidInputError) return { ok: false, kind, message, fields: [...error.fields] };
  if (error instanceof ResultError) return { ok: false, kind, message, code: error.code };
  return { ok: false, kind, message };
}
