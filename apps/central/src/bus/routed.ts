/**
 * Calls that people of the central make at a hub: over NATS, so many at a time for each hub, each within its time. What a hub answers is
 * read as what a stranger says.
 */
import { type CallName, type CallSpec, calls } from "@hubwart/contract";
import { InvalidInputError, NotFoundError, tooDeep, UnavailableError } from "@hubwart/core";
import {
  FLEET_LIMITS,
  type RoutedAnswer,
  readRouted,
  routedAnswer,
  routedCall,
  type SiteAsked,
  subjectsOf,
  type TransferOpened,
  writeRouted,
} from "@hubwart/fleet";
import { errors } from "@nats-io/transport-node";
import * as z from "zod/mini";
import type { Person } from "../register/people.ts";
import type { Site, Sites } from "../register/sites.ts";
import { texts } from "../texts.ts";
import type { Bus } from "./bus.ts";

export interface RoutedParts {
  bus: Pick<Bus, "account">;
  sites: Pick<Sites, "get">;
}

export interface SiteTold {
  status: number;
  answer: unknown;
  /** Of an answer that is text. */
  type?: string | undefined;
  etag?: string | undefined;
}

export type By = Pick<Person, "id" | "name" | "level"> | undefined;
/** What a page asks, and a file that is opened by it. */
export type Routing = SiteAsked & { file?: TransferOpened };

export class RoutedCalls {
  readonly #parts: RoutedParts;
  /** By hub. */
  readonly #under = new Map<string, number>();

  constructor(parts: RoutedParts) {
    this.#parts = parts;
  }

  /** @throws InvalidInputError for what may change something, or is no call; NotFoundError, UnavailableError */
  async ask(asked: SiteAsked, by: By): Promise<SiteTold> {
    const spec: CallSpec | undefined = Object.hasOwn(calls, asked.call)
      ? calls[asked.call as CallName]
      : undefined;
    if (!spec) throw new InvalidInputError([{ field: "call", message: texts.noSuchCall }]);
    if (spec.mutates) throw new InvalidInputError([{ field: "call", message: texts.changesSomething }]);
    return await this.act(asked, by);
  }

  /** @throws NotFoundError, UnavailableError: then it may have been done all the same */
  async act({ body, call, file, hub, match, params, query, watch }: Routing, by: By): Promise<SiteTold> {
    const site = this.#site(hub);
    if (tooDeep(body, DEEPEST)) throw new InvalidInputError([{ field: "body", message: texts.unreadable }]);
    const message = z.safeParse(routedCall, {
      v: 1,
      call,
      person: { id: by?.id, name: by?.name },
      level: by?.level,
      params,
      query,
      match,
      watch,
      file,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!message.success) throw new InvalidInputError([{ field: "call", message: texts.unreadable }]);
    const data = writeRouted(message.data);
    if (!data) throw new InvalidInputError([{ field: "body", message: texts.tooLarge }]);
    return toldBy(answerIn(await this.#sent(site, data)));
  }

  /** A message that is none of a call, and what the hub answers. @throws NotFoundError, UnavailableError */
  async exchange(hub: string, data: Uint8Array): Promise<Uint8Array> {
    return await this.#sent(this.#site(hub), data);
  }

  #site(hub: string): Site {
    const site = this.#parts.sites.get(hub);
    if (!site) throw new NotFoundError(texts.noSuchHub);
    if (site.revoked > 0) throw new UnavailableError(texts.siteRevoked);
    return site;
  }

  async #sent(site: Site, data: Uint8Array): Promise<Uint8Array> {
    const under = this.#under.get(site.hub) ?? 0;
    if (under >= FLEET_LIMITS.callsAsked) throw new UnavailableError(texts.siteBusy);
    this.#under.set(site.hub, under + 1);
    try {
      const connection = this.#parts.bus.account(site.customer);
      const options = { timeout: FLEET_LIMITS.call };
      return (await connection.request(subjectsOf(site.hub).call, data, options)).data;
    } catch (error) {
      throw error instanceof UnavailableError ? error : unavailable(error);
    } finally {
      const left = (this.#under.get(site.hub) ?? 1) - 1;
      if (left > 0) this.#under.set(site.hub, left);
      else this.#under.delete(site.hub);
    }
  }
}

function unavailable(cause: unknown): UnavailableError {
  const away =
    cause instanceof errors.NoRespondersError ||
    (cause instanceof errors.RequestError && cause.isNoResponders());
  if (away) return new UnavailableError(texts.siteAway, { cause });
  const silent = cause instanceof errors.TimeoutError;
  return new UnavailableError(silent ? texts.siteSilent : texts.notNow, { cause });
}

/** @throws UnavailableError for what is none */
export function answerIn(data: Uint8Array): RoutedAnswer {
  const answer = readRouted(routedAnswer, data);
  if (!answer) throw new UnavailableError(texts.siteUnreadable);
  return answer;
}

/** @throws UnavailableError for what is no JSON where it should be, or nested so that nobody could write it */
export function toldBy({ body, etag, status, type }: RoutedAnswer): SiteTold {
  if (type !== undefined) return { status, answer: body, type };
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch (cause) {
    throw new UnavailableError(texts.siteUnreadable, { cause });
  }
  if (tooDeep(answer, DEEPEST)) throw new UnavailableError(texts.siteUnreadable);
  return { status, answer, etag };
}

/** A channel's value may be nested 64 deep, and lies in a list of objects. */
const DEEPEST = 100;
