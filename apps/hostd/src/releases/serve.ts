/**
 * The socket of the release service: one connection, one request, one answer, and in between the pieces that the service
 * asks for. Each request leaves a line in the journal.
 */
import { once } from "node:events";
import net from "node:net";
import { type Clock, errorText, InvalidInputError, isAppError, isDiskFull, type Scope } from "@hubwart/core";
import { ReleaseError } from "@hubwart/releases";
import {
  ConnectionError,
  type DeviceMessage,
  type DeviceRefusal,
  type DeviceRequest,
  deviceRequest,
  Incoming,
  LINE_LIMIT,
  METADATA_NAME,
} from "@hubwart/releases/device";
import type { Journal } from "../journal.ts";
import { listenAsTold } from "../listen.ts";
import { texts } from "../texts.ts";
import type { ReleaseService } from "./service.ts";
import { type Giver, NoRoomError } from "./take.ts";

export interface ServeReleasesOptions {
  service: Pick<ReleaseService, "begin" | "handle" | "idle">;
  env: Record<string, string | undefined>;
  clock: Clock;
  scope: Scope;
  log: (message: string) => void;
  journal: Journal;
  /** Nothing has been to do for a while: the process may end, its socket starts it again. */
  onIdle: () => void;
}

const CONNECTIONS = 16;
/** ms without a byte of what is due. */
const PATIENCE_MS = 20_000;
/** ms in which whoever was refused in the middle may read why. */
const LINGER_MS = 10_000;
const IDLE_MS = 30_000;

export async function serveReleases(options: ServeReleasesOptions): Promise<void> {
  const { service, env, clock, scope, onIdle } = options;
  const server = net.createServer({ allowHalfOpen: true });
  server.maxConnections = CONNECTIONS;
  const open = new Set<net.Socket>();
  scope.add(() => open.forEach((socket) => socket.destroy()));
  await service.begin();
  let last = clock.monotonic();
  scope.add(
    clock.every(IDLE_MS / 3, () => {
      if (open.size > 0 || !service.idle) last = clock.monotonic();
      else if (clock.monotonic() - last >= IDLE_MS) onIdle();
    }),
  );
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    // Whoever reads from it hears of it.
    socket.on("error", () => undefined);
    void respond(socket, options);
  });
  await listenAsTold(server, env, scope);
}

async function respond(
  socket: net.Socket,
  { service, clock, journal, log }: ServeReleasesOptions,
): Promise<void> {
  const incoming = new Incoming(socket, PATIENCE_MS);
  const say = (message: DeviceMessage) => socket.write(`${JSON.stringify(message)}\n`);
  let told: object = { verb: "?" };
  try {
    const request = parsed(await incoming.line(LINE_LIMIT));
    const { verb, version } = request;
    told = { verb, version, ...("channel" in request ? { channel: request.channel } : {}) };
    await service.handle(request, giverOf(incoming, say));
    await journal.accepted(told);
    say({ ok: true });
  } catch (error) {
    journal.refused(told, errorText(error));
    const refused = refusal(error);
    if (refused.kind === "defect")
      log(`defect: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    say(refused);
  }
  socket.end();
  await incoming.release();
  const cancel = clock.after(LINGER_MS, () => socket.destroy());
  socket.resume();
  if (!socket.closed) await once(socket, "close").catch(() => undefined);
  cancel();
}

function parsed(text: string): DeviceRequest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidInputError([{ field: "", message: texts.noJson }]);
  }
  const { success, data, error } = deviceRequest.safeParse(value);
  if (success) return data;
  throw new InvalidInputError(
    error.issues
      .slice(0, 5)
      .map((issue) => ({ field: issue.path.join(".").slice(0, 200), message: issue.message.slice(0, 200) })),
  );
}

function giverOf(incoming: Incoming, say: (message: DeviceMessage) => void): Giver {
  const sizeOfNext = async (): Promise<number | null> => {
    const text = await incoming.line(LINE_LIMIT);
    const [, number] = /^\{"size":(\d{1,15}|null)\}$/.exec(text) ?? [];
    if (number === undefined) throw new ConnectionError("no size");
    return number === "null" ? null : Number(number);
  };
  return {
    async metadata(name, most) {
      if (!METADATA_NAME.test(name)) return undefined;
      say({ need: "metadata", name, most });
      const size = await sizeOfNext();
      if (size === null) return undefined;
      if (size > most) throw new ReleaseError("signature", `metadata of more than ${most} bytes`);
      const parts: Buffer[] = [];
      for await (const part of incoming.bytes(size)) parts.push(part);
      return Buffer.concat(parts);
    },
    async *archive(size) {
      say({ need: "archive", size });
      if ((await sizeOfNext()) !== size)
        throw new ReleaseError("damaged", "the archive has another length than signed");
      yield* incoming.bytes(size);
    },
  };
}

function refusal(error: unknown): DeviceRefusal {
  const message = errorText(error).slice(0, 500);
  if (error instanceof ReleaseError) return { ok: false, kind: "release", fault: error.fault, message };
  if (error instanceof NoRoomError || isDiskFull(error)) return { ok: false, kind: "no-room", message };
  if (error instanceof ConnectionError) return { ok: false, kind: "unavailable", message };
  if (isAppError(error)) {
    const { kind } = error;
    return { ok: false, kind: kind === "result" ? "unavailable" : kind, message };
  }
  return { ok: false, kind: "defect", message: texts.failedReleases };
}
