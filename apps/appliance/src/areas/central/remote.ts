/**
 * Calls that people of the central make at this hub. They go through the hub's edge like those of its own people, at the lower of two
 * levels: what the site allows, and what the central claims for the person. A claim can only take rights away.
 */
import {
  API_PREFIX,
  type CallName,
  type CallSpec,
  CODES,
  calls,
  LEVELS,
  type Level,
} from "@hubwart/contract";
import { errorText, type Logger } from "@hubwart/core";
import { type RemoteLevel, type RoutedAnswer, type RoutedCall, readRouted, routedCall } from "@hubwart/fleet";
import type { FastifyInstance } from "fastify";
import type { RemoteCallers } from "../../platform/remote-callers/callers.ts";
import { texts } from "./texts.ts";

export interface RemoteParts {
  callers: RemoteCallers;
  log: Logger;
}

/** As it is now: what the site allows, and the central it belongs to. */
export interface Door {
  may: RemoteLevel;
  central: string;
  /** Where the central is, for the change log. */
  address: string;
}

const STATUS_GONE = 503;

export class RemoteCalls {
  readonly #parts: RemoteParts;
  #server: FastifyInstance | undefined;

  constructor(parts: RemoteParts) {
    this.#parts = parts;
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
    return await this.#asked(this.#server, { asked, spec, url }, door, signal);
  }

  async #asked(
    server: FastifyInstance,
    { asked, spec, url }: { asked: RoutedCall; spec: CallSpec; url: string },
    door: Door & { may: RemoteLevel },
    signal: AbortSignal,
  ): Promise<RoutedAnswer> {
    const { callers, log } = this.#parts;
    const { id, name } = asked.person;
    const { end, token } = callers.begin({
      // A person of the central is never taken for one of this hub.
      who: { kind: "central", id: `central:${id}`, name, owner: door.central },
      level: lower(door.may, asked.level),
      bounds: undefined,
    });
    try {
      const { payload, statusCode } = await server.inject({
        method: spec.method,
        url,
        remoteAddress: door.address,
        signal,
        headers: {
          host: "localhost",
          authorization: `Bearer ${token}`,
          ...(spec.method === "POST" && { "content-type": "application/json" }),
        },
        ...(spec.method === "POST" && { payload: asked.body ?? "{}" }),
      });
      return { v: 1, status: statusCode, body: payload };
    } catch (error) {
      if (!signal.aborted) log.error(errorText(error));
      return refused(STATUS_GONE, texts.brokenOff);
    } finally {
      end();
    }
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

const refused = (code: number, message: string): RoutedAnswer => ({
  v: 1,
  status: code === CODES.forbidden ? 403 : code,
  body: JSON.stringify({ code, message }),
});
