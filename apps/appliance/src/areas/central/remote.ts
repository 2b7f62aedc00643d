/**
 * Calls that people of the central make at this hub. They go through the hub's edge like those of its own people, at the lower of two
 * levels: what the site allows, and what the central claims for the person. A claim can only take rights away.
 */
import type { Readable } from "node:stream";
import {
  API_PREFIX,
  type CallName,
  type CallSpec,
  CODES,
  calls,
  LEVELS,
  type Level,
} from "@hubwart/contract";
import { type Clock, errorText, type Logger } from "@hubwart/core";
import {
  FLEET_LIMITS,
  type RemoteLevel,
  type RoutedAnswer,
  type RoutedCall,
  readRouted,
  routedCall,
  routedRefusal,
} from "@hubwart/fleet";
import type { FastifyInstance } from "fastify";
import type { RemoteCallers } from "../../platform/remote-callers/callers.ts";
import { RemoteWatches } from "./remote-watches.ts";
import { texts } from "./texts.ts";

export interface RemoteParts {
  callers: RemoteCallers;
  clock: Clock;
  log: Logger;
}

/** As it is now: what the site allows, and the central it belongs to. */
export interface Door {
  may: RemoteLevel;
  /** The central keeps people and certificates here. */
  entrust: boolean;
  central: string;
  /** Where the central is, for the change log. */
  address: string;
}

const STATUS_GONE = 503;
const OK = 200;
const STREAM = "text/event-stream";
const JSON_TYPE = "application/json";

export class RemoteCalls {
  readonly #parts: RemoteParts;
  readonly #watches: RemoteWatches;
  #server: FastifyInstance | undefined;

  constructor(parts: RemoteParts) {
    this.#parts = parts;
    this.#watches = new RemoteWatches(parts.clock);
  }

  serve(server: FastifyInstance): void {
    this.#server = server;
  }

  /** @param door undefined: there is none, or it is closed */
  async answer(data: Uint8Array, signal: AbortSignal, door: Door | undefined): Promise<RoutedAnswer> {
    // Before anything of it is read.
    if (!door || door.may === "none") return refused(CODES.forbidden, texts.onlyReports);
    const asked = readRouted(routedCall, data);
    if (!asked) return refused(CODES.badRequest, texts.unreadable);
    const spec: CallSpec | undefined = Object.hasOwn(calls, asked.call)
      ? calls[asked.call as CallName]
      : undefined;
    if (!spec) return refused(CODES.notFound, texts.unknownCall(asked.call));
    const url = addressOf(spec, asked);
    if (url === undefined || !this.#server) return refused(CODES.badRequest, texts.unreadable);
    return await this.#asked({ server: this.#server, asked, spec, url }, { ...door, may: door.may }, signal);
  }

  /** The site allows less, or nobody is there any more. */
  breakOff(): void {
    this.#watches.end();
  }

  async #asked(call: Call, door: Opened, signal: AbortSignal): Promise<RoutedAnswer> {
    if (call.spec.content === STREAM) return await this.#watched(call, door);
    const { end, token } = this.#begin(call, door);
    try {
      const request = requestOf(call, door, token);
      if (call.spec.content !== undefined) return await readText(await opened(call.server, request), signal);
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
        const text = await opened(call.server, requestOf(call, door, token));
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

  #begin(
    { asked: { level, person } }: Call,
    { central, entrust, may }: Opened,
  ): { token: string; end: () => void } {
    return this.#parts.callers.begin({
      // A person of the central is never taken for one of this hub.
      who: { kind: "central", id: `central:${person.id}`, name: person.name, owner: central },
      level: lower(may, level),
      bounds: undefined,
      // Who at the central may do less changes neither people nor certificates of sites.
      entrusted: entrust && level === "admin",
    });
  }
}

interface Call {
  server: FastifyInstance;
  asked: RoutedCall;
  spec: CallSpec;
  url: string;
}
type Opened = Door & { may: RemoteLevel };

function requestOf({ asked, spec, url }: Call, door: Door, token: string) {
  return {
    method: spec.method,
    url,
    remoteAddress: door.address,
    headers: {
      host: "localhost",
      authorization: `Bearer ${token}`,
      ...(asked.match !== undefined && { "if-match": asked.match }),
      ...(spec.method === "POST" && { "content-type": "application/json" }),
    },
    ...(spec.method === "POST" && { payload: asked.body ?? "{}" }),
  } as const;
}

/** An answer that comes piece by piece. */
interface Text {
  status: number;
  type: string;
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
  const { "content-type": type = "" } = headers;
  return {
    status: statusCode,
    type: String(type).split(";", 1)[0] ?? "",
    stream: stream.setEncoding("utf8"),
    close: () => raw.res.destroy(),
  };
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

/** The one that includes less; none at all is not asked here. */
function lower(may: RemoteLevel, level: Level): Level {
  return LEVELS.find((each) => each === may || each === level) ?? "see";
}

/** Below the contract's prefix, and nothing else, whatever the parameters are. */
function addressOf(spec: CallSpec, { params = {}, query = {} }: RoutedCall): string | undefined {
  let missing = false;
  const path = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? (params[name] ?? "") : "";
    // Encoded, these stay what they are, and lead to another address.
    if (value === "" || value === "." || value === "..") missing = true;
    return encodeURIComponent(value);
  });
  if (missing) return undefined;
  // Who asks is said by the header alone.
  const { auth_token: _token, ticket: _ticket, ...rest } = query;
  const text = new URLSearchParams(rest).toString();
  return API_PREFIX + path + (text === "" ? "" : `?${text}`);
}

const refused = (code: number, message: string): RoutedAnswer =>
  routedRefusal(code === CODES.forbidden ? 403 : code, code, message);
