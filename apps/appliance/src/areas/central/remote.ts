/**
 * Calls that people of the central make at this hub. They go through the hub's edge like those of its own people, at the lower of two
 * levels: what the site allows, and what the central claims for the person. A claim can only take rights away.
 */
import type { Readable } from "node:stream";
import {
  type CallSpec,
  CODES,
  fileFromCentral,
  includes,
  isTextFromCentral,
  LIMITS,
  reachedFromCentral,
} from "@hubwart/contract";
import { type Clock, errorText, type Logger } from "@hubwart/core";
import {
  FLEET_LIMITS,
  type RoutedAnswer,
  type RoutedCall,
  readPiece,
  readRouted,
  routedCall,
  routedRefusal,
  TRANSFER_LIMITS,
  type TransferOpened,
  type TransferPiece,
  transferPiece,
} from "@hubwart/fleet";
import type { HubAnswer } from "@hubwart/fleet/uplink";
import type { FastifyInstance } from "fastify";
import type { AuditTrail } from "../../http/ports.ts";
import type { RemoteCallers } from "../../platform/remote-callers/callers.ts";
import { type OpenedFile, RemoteDownloads } from "./remote-downloads.ts";
import { addressOf, type Door, formOf, lower, type Opened, requestOf, specOf } from "./remote-request.ts";
import { RemoteUploads } from "./remote-uploads.ts";
import { RemoteWatches } from "./remote-watches.ts";
import { texts } from "./texts.ts";

export interface RemoteParts {
  callers: RemoteCallers;
  audit: AuditTrail;
  /** For files on their way in. */
  folder: string;
  clock: Clock;
  log: Logger;
}

const STATUS_GONE = 503;
const OK = 200;
const STREAM = "text/event-stream";
const JSON_TYPE = "application/json";

export class RemoteCalls {
  readonly #parts: RemoteParts;
  readonly #watches: RemoteWatches;
  readonly #downloads: RemoteDownloads;
  readonly #uploads: RemoteUploads<Opened>;
  #server: FastifyInstance | undefined;

  constructor(parts: RemoteParts) {
    this.#parts = parts;
    this.#watches = new RemoteWatches(parts.clock);
    this.#downloads = new RemoteDownloads(parts.clock);
    this.#uploads = new RemoteUploads(parts);
  }

  serve(server: FastifyInstance): void {
    this.#server = server;
  }

  /** @param door undefined: there is none, or it is closed */
  async answer(data: Uint8Array, signal: AbortSignal, door: Door | undefined): Promise<HubAnswer> {
    // Before anything of it is read.
    if (!door || door.may === "none") return refused(CODES.forbidden, texts.onlyReports);
    const open = { ...door, may: door.may };
    const piece = readPiece(transferPiece, data);
    if (piece) {
      if (!piece.head) return refused(CODES.badRequest, texts.unreadable);
      return await this.#piece(piece.head, piece.bytes, open, signal);
    }
    const asked = readRouted(routedCall, data);
    if (!asked) return refused(CODES.badRequest, texts.unreadable);
    const spec = specOf(asked.call);
    if (!spec) return refused(CODES.notFound, texts.unknownCall(asked.call));
    const url = addressOf(spec, asked);
    if (url === undefined || !this.#server) return refused(CODES.badRequest, texts.unreadable);
    const call = { server: this.#server, asked, spec, url };
    return asked.file
      ? await this.#file(call, asked.file, open, signal)
      : await this.#asked(call, open, signal);
  }

  /** The site allows less, or nobody is there any more. */
  breakOff(): void {
    this.#watches.end();
    this.#downloads.end();
    this.#uploads.end();
  }

  /** What a crash left of files on their way in. */
  clean(): Promise<void> {
    return this.#uploads.clean();
  }

  async #asked(call: Call, door: Opened, signal: AbortSignal): Promise<RoutedAnswer> {
    if (call.spec.content === STREAM) return await this.#watched(call, door);
    // The edge says no as well to what goes no way at all.
    if (call.spec.upload || (call.spec.content !== undefined && !isTextFromCentral(call.spec)))
      return refused(CODES.forbidden, fileFromCentral(call.spec) ? texts.asFile : texts.noFile);
    const { end, token } = this.#begin(call, door);
    try {
      const request = requestIn(call, door, token);
      if (call.spec.content !== undefined)
        return await readText(asText(await opened(call.server, request)), signal);
      const { headers, payload, statusCode } = await call.server.inject({ ...request, signal });
      const { etag } = headers;
      return { v: 1, status: statusCode, body: payload, ...(typeof etag === "string" && { etag }) };
    } catch (error) {
      if (!signal.aborted) this.#parts.log.error(errorText(error));
      return refused(STATUS_GONE, texts.brokenOff);
    } finally {
      end();
    }
  }

  /** Its token lasts as long as somebody watches. */
  async #watched(call: Call, door: Opened): Promise<RoutedAnswer> {
    const { person, level, watch } = call.asked;
    if (watch === undefined) return refused(CODES.badRequest, texts.noWatch);
    const key = [person.id, level, door.may, watch].join(" ");
    return await this.#watches.read(key, async () => {
      const { end, token } = this.#begin(call, door);
      try {
        const text = asText(await opened(call.server, requestIn(call, door, token)));
        const close = () => {
          end();
          text.close();
        };
        if (text.status === OK) return { stream: text.stream, close };
        const answer = await readText(text, new AbortController().signal);
        end();
        return answer;
      } catch (error) {
        end();
        throw error;
      }
    });
  }

  /** Opens one that comes, or begins one that goes. */
  async #file(call: Call, file: TransferOpened, door: Opened, signal: AbortSignal): Promise<RoutedAnswer> {
    const { asked, spec } = call;
    const way = fileFromCentral(spec);
    if (way === undefined) return refused(CODES.forbidden, texts.noFile);
    const key = keyOf(asked.person.id, asked.level, door, file.id);
    if (way === "down") return await this.#downloads.open(key, () => this.#opened(call, door), signal);
    // The edge asks this again once the file is there; nobody fills the disk before.
    const may = lower(door.may, asked.level);
    if (spec.access === "public" || !includes(may, spec.needs) || !reachedFromCentral(spec))
      return refused(CODES.forbidden, texts.lessAllowed);
    const { size } = file;
    if (size === undefined || file.name === undefined || !spec.upload)
      return refused(CODES.badRequest, texts.unreadable);
    const most = Math.min(TRANSFER_LIMITS.up, spec.upload.most ?? LIMITS.uploadBytes);
    const field = spec.upload.file;
    return await this.#uploads.open(key, size, most, async (path, now, late) =>
      this.#sent(call, now, late, await formOf(field, file, path)),
    );
  }

  async #piece(
    { at, does, file, level, person, sha256 = "" }: TransferPiece,
    bytes: Uint8Array,
    door: Opened,
    signal: AbortSignal,
  ): Promise<HubAnswer> {
    const key = keyOf(person, level, door, file);
    if (does === "read") return await this.#downloads.read(key, at, signal);
    if (does === "write") return await this.#uploads.write(key, at, bytes);
    if (does === "end") return await this.#uploads.finish(key, sha256, door, signal);
    this.#downloads.drop(key);
    this.#uploads.drop(key);
    return { v: 1, status: OK, body: '{"code":0}' };
  }

  /** With the file, whole as it was sent. */
  async #sent(
    call: Call,
    door: Opened,
    signal: AbortSignal,
    form: Awaited<ReturnType<typeof formOf>>,
  ): Promise<RoutedAnswer> {
    const { end, token } = this.#begin(call, door);
    try {
      const request = requestIn(call, door, token);
      const headers = { ...request.headers, ...form.headers };
      const sent = { ...request, headers, payload: form.payload, signal };
      const { payload, statusCode } = await call.server.inject(sent);
      // The edge writes what changes something.
      if (!call.spec.mutates) this.#record(call, door, call.asked.file?.name ?? "");
      return { v: 1, status: statusCode, body: payload };
    } catch (error) {
      if (!signal.aborted) this.#parts.log.error(errorText(error));
      return refused(STATUS_GONE, texts.brokenOff);
    } finally {
      end();
    }
  }

  /** Its token lasts until the last piece. */
  async #opened(call: Call, door: Opened): Promise<OpenedFile | RoutedAnswer> {
    const { end, token } = this.#begin(call, door);
    try {
      const found = await opened(call.server, requestIn(call, door, token));
      if (found.status !== OK || (found.name === undefined && found.type === JSON_TYPE)) {
        const answer = await readText(asText(found), new AbortController().signal);
        end();
        return answer;
      }
      const close = () => {
        end();
        found.close();
      };
      const { size } = found;
      if (size !== undefined && size > TRANSFER_LIMITS.down) {
        close();
        return routedRefusal(413, 413, texts.fileTooLarge(TRANSFER_LIMITS.down));
      }
      const name = found.name ?? `${call.asked.call}.txt`;
      this.#record(call, door, name);
      return { stream: found.stream, name, size, close };
    } catch (error) {
      end();
      this.#parts.log.error(errorText(error));
      return refused(STATUS_GONE, texts.brokenOff);
    }
  }

  /** Calls that change nothing have no entry at the edge; that a file left the site by its central is worth one. */
  #record({ asked, spec }: Call, door: Opened, filename: string): void {
    this.#parts.audit.record({
      call: asked.call,
      address: door.address,
      who: whoOf(asked, door),
      code: 0,
      before: undefined,
      after: { filename, ...(spec.params !== undefined && asked.params) },
    });
  }

  #begin({ asked }: Call, door: Opened): { token: string; end: () => void } {
    return this.#parts.callers.begin({
      who: whoOf(asked, door),
      level: lower(door.may, asked.level),
      bounds: undefined,
      // Who at the central may do less changes neither people nor certificates of sites.
      entrusted: door.entrust && asked.level === "admin",
    });
  }
}

interface Call {
  server: FastifyInstance;
  asked: RoutedCall;
  spec: CallSpec;
  url: string;
}

/** A person of the central is never taken for one of this hub. */
const whoOf = ({ person }: RoutedCall, { central }: Opened) =>
  ({ kind: "central", id: `central:${person.id}`, name: person.name, owner: central }) as const;

/** Nobody goes on with what is another's, or was opened where more was allowed. */
const keyOf = (person: string, level: string, { may }: Opened, id: string): string =>
  [person, level, may, id].join(" ");

const requestIn = ({ asked, spec, url }: Call, door: Opened, token: string) =>
  requestOf(asked, spec, url, door, token);

/** An answer that comes piece by piece. */
interface Text {
  status: number;
  type: string;
  /** Of a file, as the browser is to call it. */
  name: string | undefined;
  /** Bytes, where known. */
  size: number | undefined;
  stream: Readable;
  close: () => void;
}

/** Without a signal: one that aborts before there is an answer would end the stream with an error that nobody hears. */
async function opened(server: FastifyInstance, request: ReturnType<typeof requestOf>): Promise<Text> {
  const {
    headers,
    raw,
    statusCode,
    stream: read,
  } = await server.inject({ ...request, payloadAsStream: true });
  const stream = read();
  // Closing is one.
  stream.on("error", () => undefined);
  const {
    "content-disposition": disposition = "",
    "content-length": size,
    "content-type": type = "",
  } = headers;
  return {
    status: statusCode,
    type: String(type).split(";", 1)[0] ?? "",
    name: nameIn(disposition),
    size: size === undefined ? undefined : Number(size),
    stream,
    close: () => raw.res.destroy(),
  };
}

/** As our own edge writes it (RFC 6266). */
function nameIn(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)$/.exec(disposition)?.[1];
  return encoded === undefined ? undefined : decodeURIComponent(encoded);
}

function asText(text: Text): Text {
  text.stream.setEncoding("utf8");
  return text;
}

/** As far as it fits: a log may be long. @throws what the signal was aborted with */
async function readText({ close, status, stream, type }: Text, signal: AbortSignal): Promise<RoutedAnswer> {
  signal.addEventListener("abort", close, { once: true });
  try {
    let body = "";
    for await (const part of stream as AsyncIterable<string>) {
      signal.throwIfAborted();
      body += part;
      if (body.length > FLEET_LIMITS.message) return refused(CODES.badRequest, texts.tooMuchText);
    }
    signal.throwIfAborted();
    return { v: 1, status, body, ...(type !== JSON_TYPE && { type }) };
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}

const refused = (code: number, message: string): RoutedAnswer =>
  routedRefusal(code === CODES.forbidden ? 403 : code, code, message);
