/**
 * The release service of a device, as the launcher and the appliance ask it.
 *
 *     const door = releaseDoor("/run/hubwart-hostd/releases.sock");
 *     await door.install({ channel, version, license }, { metadata, archive }, signal);
 *     await door.use(version);
 */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import net from "node:net";
import { pipeline } from "node:stream/promises";
import {
  ConflictError,
  DeniedError,
  InvalidInputError,
  NotFoundError,
  UnavailableError,
} from "@hubwart/core";
import { ReleaseError } from "../errors.ts";
import { texts } from "../texts.ts";
import { ConnectionError, Incoming } from "./incoming.ts";
import {
  type DeviceMessage,
  type DeviceRefusal,
  type DeviceRequest,
  deviceMessage,
  LINE_LIMIT,
} from "./protocol.ts";

type InstallRequest = Extract<DeviceRequest, { verb: "install" }>;

/** What the service is given to judge. */
export interface HandOver {
  /** By its name in the repository; undefined: not there. */
  metadata: (name: string) => Promise<Buffer | undefined>;
  /** File with the archive. */
  archive: string;
}

export interface ReleaseDoor {
  /** @throws ReleaseError for what is wrong with the release, AppError for what is in the way */
  install(request: Omit<InstallRequest, "verb">, handOver: HandOver, signal: AbortSignal): Promise<void>;
  use(version: string): Promise<void>;
  confirm(version: string): Promise<void>;
  /** @throws DeniedError if the version is no longer on trial */
  back(version: string): Promise<void>;
  remove(version: string): Promise<void>;
}

/** ms for an answer without anything handed over; systemd reads its units anew meanwhile. */
const CALL_MS = 60_000;
/** ms without a word while an archive is judged and unpacked. */
const INSTALL_MS = 10 * 60_000;
/** The service is started by the first connection, and may be between two lives. */
const TRIES = 10;
const PAUSE_MS = 500;
const SILENT = texts.serviceSilent;
const NOTHING: HandOver = { metadata: async () => undefined, archive: "/dev/null" };

export function releaseDoor(socketPath: string): ReleaseDoor {
  /** For what may be said twice. */
  const ask = async (request: DeviceRequest): Promise<void> => {
    for (let left = TRIES; ; left -= 1) {
      try {
        return await exchange(socketPath, request, NOTHING, CALL_MS);
      } catch (error) {
        const lost = error instanceof UnavailableError && error.cause instanceof ConnectionError;
        if (!lost || left <= 1) throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  };
  return {
    install: (request, handOver, signal) =>
      exchange(socketPath, { verb: "install", ...request }, handOver, INSTALL_MS, signal),
    use: (version) => ask({ verb: "use", version }),
    confirm: (version) => ask({ verb: "confirm", version }),
    back: (version) => ask({ verb: "back", version }),
    remove: (version) => ask({ verb: "remove", version }),
  };
}

async function exchange(
  socketPath: string,
  request: DeviceRequest,
  handOver: HandOver,
  patience: number,
  signal?: AbortSignal,
): Promise<void> {
  const socket = net.connect(socketPath);
  const end = () => socket.destroy();
  signal?.addEventListener("abort", end, { once: true });
  // Whoever waits for the next line hears of it.
  socket.on("error", () => undefined);
  const incoming = new Incoming(socket, patience);
  try {
    socket.write(`${JSON.stringify(request)}\n`);
    for (;;) {
      const message = parsed(await incoming.line(LINE_LIMIT));
      if ("need" in message) await give(socket, message, handOver);
      else if (message.ok) return;
      else throw toError(message);
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ConnectionError) throw new UnavailableError(SILENT, { cause: error });
    throw error;
  } finally {
    signal?.removeEventListener("abort", end);
    socket.destroy();
  }
}

function parsed(text: string): DeviceMessage {
  try {
    return deviceMessage.parse(JSON.parse(text));
  } catch (error) {
    throw new ConnectionError("the service said something else", { cause: error });
  }
}

async function give(
  socket: net.Socket,
  need: Extract<DeviceMessage, { need: string }>,
  { metadata, archive }: HandOver,
): Promise<void> {
  const tell = (size: number | null) => socket.write(`${JSON.stringify({ size })}\n`);
  if (need.need === "metadata") {
    const bytes = await metadata(need.name);
    tell(bytes?.length ?? null);
    if (bytes !== undefined) socket.write(bytes);
    return;
  }
  tell((await stat(archive)).size);
  // The service may hang up in the middle, having said why: that is read next.
  await pipeline(createReadStream(archive), socket, { end: false }).catch(() => undefined);
}

function toError({ kind, message, fault }: DeviceRefusal): Error {
  switch (kind) {
    case "invalid":
      return new InvalidInputError([{ field: "", message }]);
    case "not-found":
      return new NotFoundError(message);
    case "denied":
      return new DeniedError(message);
    case "conflict":
      return new ConflictError(message);
    case "release":
      return new ReleaseError(fault ?? "archive", message);
    case "no-room":
      return Object.assign(new Error(message), { code: "ENOSPC" });
    case "unavailable":
    case "defect":
      return new UnavailableError(message);
  }
}
