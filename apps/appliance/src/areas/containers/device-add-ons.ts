/**
 * The add-ons of a device, where the engine's socket is root's: each verb is asked of the device service, on a connection of
 * its own.
 *
 *     const addOns = new DeviceAddOns("/run/hubwart-hostd/containers.sock");
 *     await addOns.start("mosquitto", { users: [] });
 */
import { once } from "node:events";
import net from "node:net";
import type {
  AddOnId,
  AddOns,
  LogLine,
  LogOptions,
  Overview,
  PullProgress,
  SeenState,
  StartOptions,
} from "@hubwart/containers";
import { ADD_ON_CHUNK, type AddOnNews, type AddOnRequest, addOnNews } from "@hubwart/containers/remote";
import { UnavailableError } from "@hubwart/core";
import { errorFromWire, frame, isWireError, LineCutter, parseFrame } from "@hubwart/ipc";
import * as z from "zod/mini";
import { texts } from "./texts.ts";

/** Longest line of an answer, bytes: an overview of some thousand containers. */
const LONGEST_LINE = 8 * 1024 * 1024;
/** Without a sign for so long a read has failed, ms. */
const READ_MS = 45_000;
/** It writes a file or two, and somebody waits for it, ms. */
const NOTE_MS = 10_000;
/** Stopping and getting well take as long as the catalogue allows. */
const CHANGE_MS = 5 * 60_000;
/** Layers of a slow registry. */
const PULL_MS = 10 * 60_000;
/** A database that copies itself says nothing meanwhile. */
const COPY_MS = 60 * 60_000;

const SILENT = texts.away;

export class DeviceAddOns implements AddOns {
  readonly #socket: string;

  constructor(socket: string) {
    this.#socket = socket;
  }

  overview(): Promise<Overview> {
    return this.#ask({ verb: "overview" }, READ_MS);
  }

  state(id: AddOnId): Promise<SeenState> {
    return this.#ask({ verb: "state", id }, READ_MS);
  }

  hasImage(id: AddOnId): Promise<boolean> {
    return this.#ask({ verb: "has-image", id }, READ_MS);
  }

  pull(
    id: AddOnId,
    progress: (now: PullProgress) => void,
    signal?: AbortSignal,
  ): Promise<{ newer: boolean }> {
    return this.#ask({ verb: "pull", id }, PULL_MS, {
      signal,
      heard: (news) => {
        if ("progress" in news) progress(news.progress);
      },
    });
  }

  start(id: AddOnId, parameters: unknown, options: StartOptions = {}): Promise<void> {
    return this.#ask({ verb: "start", id, parameters, ...options }, CHANGE_MS);
  }

  stop(id: AddOnId): Promise<void> {
    return this.#ask({ verb: "stop", id }, CHANGE_MS);
  }

  apply(id: AddOnId, parameters: unknown): Promise<void> {
    return this.#ask({ verb: "apply", id, parameters }, CHANGE_MS);
  }

  awaitHealthy(id: AddOnId): Promise<void> {
    return this.#ask({ verb: "await-healthy", id }, CHANGE_MS);
  }

  setAside(id: AddOnId): Promise<void> {
    return this.#ask({ verb: "set-aside", id }, CHANGE_MS);
  }

  putBack(id: AddOnId): Promise<void> {
    return this.#ask({ verb: "put-back", id }, CHANGE_MS);
  }

  dropAside(id: AddOnId): Promise<void> {
    return this.#ask({ verb: "drop-aside", id }, CHANGE_MS);
  }

  async *save(id: AddOnId, args: unknown, signal?: AbortSignal): AsyncIterable<Uint8Array> {
    for await (const reply of this.#exchange({ verb: "save", id, args }, COPY_MS, signal)) {
      if ("chunk" in reply) yield Buffer.from(reply.chunk, "base64");
    }
    if (signal?.aborted) throw new UnavailableError(texts.cancelled);
  }

  load(id: AddOnId, args: unknown, archive: AsyncIterable<Uint8Array>): Promise<void> {
    return this.#ask({ verb: "load", id, args }, COPY_MS, { archive });
  }

  reset(id: AddOnId): Promise<void> {
    return this.#ask({ verb: "reset", id }, CHANGE_MS);
  }

  command(id: AddOnId, name: string, args: unknown): Promise<string> {
    return this.#ask({ verb: "command", id, name, args }, CHANGE_MS);
  }

  trust(authorities: readonly string[]): Promise<void> {
    return this.#ask({ verb: "trust", authorities: [...authorities] }, NOTE_MS);
  }

  async *logs(id: AddOnId, { tail, follow, since, signal }: LogOptions): AsyncIterable<LogLine> {
    const request = { verb: "logs", id, tail, follow, ...(since === undefined ? {} : { since }) } as const;
    for await (const reply of this.#exchange(request, follow ? undefined : READ_MS, signal)) {
      if ("line" in reply) yield reply.line;
    }
  }

  async watch(signal: AbortSignal, changed: (container: string) => void): Promise<void> {
    for await (const reply of this.#exchange({ verb: "watch" }, undefined, signal)) {
      if ("changed" in reply) changed(reply.changed);
    }
  }

  async #ask<T>(
    request: AddOnRequest,
    idleMs: number,
    also: {
      signal?: AbortSignal | undefined;
      heard?: (news: AddOnNews) => void;
      archive?: AsyncIterable<Uint8Array>;
    } = {},
  ): Promise<T> {
    for await (const reply of this.#exchange(request, idleMs, also.signal, also.archive)) {
      // The service is root's: what it answers has the shape of its verbs.
      if ("ok" in reply) return reply.value as T;
      also.heard?.(reply);
    }
    throw new UnavailableError(also.signal?.aborted ? texts.cancelled : SILENT);
  }

  /**
   * What comes back, the answer as the last; ends early only when `signal` aborts.
   *
   * @throws AppError of the kind the service answered; UnavailableError if it goes away or stays silent
   */
  async *#exchange(
    request: AddOnRequest,
    idleMs: number | undefined,
    signal: AbortSignal | undefined,
    archive?: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<AddOnNews | Done> {
    if (signal?.aborted) return;
    const socket = net.connect(this.#socket);
    const abort = () => void socket.destroy();
    signal?.addEventListener("abort", abort);
    if (idleMs !== undefined) socket.setTimeout(idleMs, () => socket.destroy(new Error("silent")));
    const lines: string[] = [];
    const cutter = new LineCutter(LONGEST_LINE, (line) => lines.push(line));
    try {
      socket.write(frame(request));
      // What goes wrong with the archive breaks the connection, and so the answer.
      if (archive) sendArchive(socket, archive).catch((error: Error) => socket.destroy(error));
      for await (const chunk of socket as AsyncIterable<Buffer>) {
        cutter.push(chunk);
        for (const line of lines.splice(0)) {
          const reply = toReply(line);
          yield reply;
          if ("ok" in reply) return;
        }
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof Refusal) throw error.cause;
      throw new UnavailableError(SILENT, { cause: error });
    } finally {
      signal?.removeEventListener("abort", abort);
      socket.destroy();
    }
    if (!signal?.aborted) throw new UnavailableError(SILENT);
  }
}

/** In lines, as fast as they are taken. */
async function sendArchive(socket: net.Socket, archive: AsyncIterable<Uint8Array>): Promise<void> {
  const gone = new AbortController();
  socket.once("close", () => gone.abort());
  for await (const bytes of archive) {
    for (let at = 0; at < bytes.length; at += ADD_ON_CHUNK) {
      const chunk = Buffer.from(bytes.subarray(at, at + ADD_ON_CHUNK)).toString("base64");
      if (!socket.write(frame({ chunk }))) await once(socket, "drain", { signal: gone.signal });
    }
  }
  socket.write(frame({ end: true }));
}

interface Done {
  ok: true;
  value: unknown;
}

/** Carries the service's own error past those of the connection. */
class Refusal extends Error {}

function toReply(line: string): AddOnNews | Done {
  const value = parseFrame(line);
  if (value["ok"] === true) return { ok: true, value: value["value"] ?? undefined };
  if (value["ok"] === false && isWireError(value["error"])) {
    throw new Refusal("refused", { cause: errorFromWire(value["error"]) });
  }
  return z.parse(addOnNews, value);
}
