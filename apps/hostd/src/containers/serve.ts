/**
 * The socket through which the appliance reaches the container engine. The engine's own socket means root's rights, so only
 * this process opens it; what it takes is the closed set of `@hubwart/containers/remote`.
 *
 * A process apart from the device service: its memory and its faults must never stand in the way of a network trial's way back.
 */
import { once } from "node:events";
import net from "node:net";
import type { AddOns } from "@hubwart/containers";
import {
  ADD_ON_READS,
  ADD_ON_REQUEST_LIMIT,
  AddOnLanes,
  type AddOnNews,
  type AddOnRequest,
  answerAddOn,
  parseAddOnRequest,
} from "@hubwart/containers/remote";
import {
  ByteRoom,
  type Clock,
  errorText,
  InvalidInputError,
  isAppError,
  type Scope,
  withinBounds,
} from "@hubwart/core";
import { errorToWire, FrameError, frame, LineCutter, parseFrame, readLines } from "@hubwart/ipc";
import { farewell, UNREAD_MS } from "../farewell.ts";
import type { Journal } from "../journal.ts";
import { listenAsTold } from "../listen.ts";
import { texts } from "../texts.ts";
import { Given } from "./given.ts";

export interface ServeContainersOptions {
  /** The add-ons, as long as there is an engine. @throws UnavailableError that says why not */
  addOns: () => Promise<AddOns>;
  env: Record<string, string | undefined>;
  clock: Clock;
  scope: Scope;
  log: (message: string) => void;
  journal: Journal;
}

/** A request must be complete by then, ms. */
const REQUEST_MS = 10_000;
/** Of a request: each of its members may cost fifty times its characters, and 200 rules with all their headers have a third of it. */
const BOUNDS = { depth: 20, members: 100_000 };
/** A line of an archive, bytes. */
const LONGEST_CHUNK = 128 * 1024;
const CONNECTIONS = 128;
/** Bytes of all that is being received or waits for its turn; the service has 256 MiB. */
const ROOM = 32 * 1024 * 1024;

export async function serveContainers(options: ServeContainersOptions): Promise<void> {
  const { env, scope } = options;
  const server = net.createServer({ allowHalfOpen: true });
  server.maxConnections = CONNECTIONS;
  const open = new Set<net.Socket>();
  const lanes = new AddOnLanes();
  const room = new ByteRoom(ROOM);
  scope.add(() => open.forEach((socket) => socket.destroy()));
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      room.leave(socket);
    });
    takeRequest(socket, lanes, room, options);
  });
  await listenAsTold(server, env, scope);
}

function takeRequest(
  socket: net.Socket,
  lanes: AddOnLanes,
  room: ByteRoom,
  options: ServeContainersOptions,
): void {
  const { clock, log } = options;
  const cancel = clock.after(REQUEST_MS, () => socket.destroy());
  socket.once("close", cancel);
  let given: Given | undefined;
  const cutter = new LineCutter(ADD_ON_REQUEST_LIMIT, (text) => {
    if (given) {
      given.line(text);
      return;
    }
    given = new Given(socket, clock, (bytes) => room.give(socket, bytes));
    cancel();
    cutter.limit = LONGEST_CHUNK;
    respond(socket, text, given, lanes, options).catch((error: unknown) =>
      log(`defect: ${errorText(error)}`),
    );
  });
  const failed = (error: unknown) => {
    if (!(error instanceof FrameError)) log(`defect: ${errorText(error)}`);
  };
  // What a request holds counts until it is answered, and each part of an archive until it is handed on.
  readLines(socket, cutter, failed, (bytes) => {
    if (!socket.destroyed && !room.take(socket, "", bytes)) socket.destroy();
  });
  socket.on("end", () => {
    if (given) given.close();
    else socket.destroy();
  });
  socket.on("close", () => given?.close());
}

async function respond(
  socket: net.Socket,
  text: string,
  given: Given,
  lanes: AddOnLanes,
  { addOns, clock, journal, log }: ServeContainersOptions,
): Promise<void> {
  const gone = new AbortController();
  socket.once("close", () => gone.abort());
  let request: AddOnRequest | undefined;
  let room: Promise<void> | undefined;
  const tell = (news: AddOnNews): Promise<void> => {
    if (gone.signal.aborted || socket.write(frame(news))) return Promise.resolve();
    room ??= untilRead(socket, gone.signal, clock).finally(() => {
      room = undefined;
    });
    return room;
  };
  try {
    const known = parseAddOnRequest(parsed(text));
    request = known;
    const work = async () => answerAddOn(known, { addOns: await addOns(), tell, signal: gone.signal, given });
    const turn = async () => {
      await demandThere(socket, gone);
      return await work();
    };
    const value = await ("id" in known && !ADD_ON_READS.has(known.verb) ? lanes.run(known.id, turn) : work());
    const change = changeOf(known);
    if (change) await journal.accepted(change);
    farewell(socket, frame({ ok: true, value: value ?? null }), clock);
  } catch (error) {
    const change = changeOf(request);
    if (change) journal.refused(change, errorText(error));
    if (!isAppError(error) && !gone.signal.aborted) {
      log(`defect: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
    farewell(socket, frame({ ok: false, error: errorToWire(error, texts.inDeviceService) }), clock);
  }
}

/**
 * Whoever is gone was told that it failed, so nothing is begun for him any more. His end, and that of one who only says no more, look
 * alike until something is written: a space, which JSON may begin with.
 */
async function demandThere(socket: net.Socket, gone: AbortController): Promise<void> {
  if (socket.readableEnded) {
    await new Promise<void>((resolve) => {
      socket.write(" ", (error) => {
        if (error) gone.abort();
        resolve();
      });
    });
  }
  gone.signal.throwIfAborted();
}

async function untilRead(socket: net.Socket, gone: AbortSignal, clock: Clock): Promise<void> {
  const cancel = clock.after(UNREAD_MS, () => socket.destroy());
  await once(socket, "drain", { signal: gone }).catch(() => undefined);
  cancel();
}

function parsed(text: string): Record<string, unknown> {
  if (!withinBounds(text, BOUNDS)) throw new InvalidInputError([{ field: "", message: texts.tooManyFields }]);
  try {
    return parseFrame(text);
  } catch {
    throw new InvalidInputError([{ field: "", message: texts.noJsonObject }]);
  }
}

/** What the journal is told of a change. Parameters hold tokens and keys: it never sees them. */
function changeOf(request: AddOnRequest | undefined): object | undefined {
  if (request === undefined || ADD_ON_READS.has(request.verb)) return undefined;
  return {
    verb: request.verb,
    ...("id" in request ? { id: request.id } : {}),
    ...("name" in request ? { name: request.name } : {}),
  };
}
