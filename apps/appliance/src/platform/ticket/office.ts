/**
 * Single-use tickets for downloads that a browser opens by their address, so that neither token nor password
 * stands in one. A ticket is bound to one path and one session, lives 30 s and is kept in memory only.
 */

import { randomBytes } from "node:crypto";
import { API_PREFIX, type CallSpec, calls, LIMITS } from "@hubwart/contract";
import { type Clock, InvalidInputError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import type { Redeemed, TicketOffice } from "../../http/ports.ts";
import { texts } from "../texts.ts";

const MOST_TICKETS = 200;

interface Ticket extends Redeemed {
  path: string;
  /** Monotonic ms. */
  until: number;
}

export class Tickets implements TicketOffice {
  readonly #tickets = new Map<string, Ticket>();
  readonly #clock: Clock;
  readonly #alive: (sessionId: string) => boolean;

  constructor(clock: Clock, alive: (sessionId: string) => boolean) {
    this.#clock = clock;
    this.#alive = alive;
  }

  issue(path: string, redeemed: Redeemed): string {
    if (!isDownload(path)) {
      throw new InvalidInputError([{ field: "path", message: texts.downloadExpected }]);
    }
    const now = this.#clock.monotonic();
    for (const [known, ticket] of this.#tickets) {
      if (ticket.until <= now || this.#tickets.size >= MOST_TICKETS) this.#tickets.delete(known);
    }
    const ticket = randomBytes(32).toString("base64url");
    this.#tickets.set(ticket, { ...redeemed, path, until: now + LIMITS.ticketLife });
    return ticket;
  }

  redeem(ticket: string, path: string): Redeemed | undefined {
    const found = this.#tickets.get(ticket);
    this.#tickets.delete(ticket);
    if (!found || found.path !== path || found.until <= this.#clock.monotonic()) return undefined;
    return this.#alive(found.session.id) ? found : undefined;
  }
}

function isDownload(path: string): boolean {
  const specs: CallSpec[] = Object.values(calls);
  return specs.some(
    (spec) =>
      spec.method === "GET" && spec.access === "session" && spec.content !== undefined && fits(spec, path),
  );
}

function fits(spec: CallSpec, path: string): boolean {
  const pattern = spec.path.replace(/[.]/g, "\\.").replace(/\{[a-z_]+\}/g, "[^/]+");
  return new RegExp(`^${pattern}$`).test(path);
}

/**
 * Rejects with what the download would be refused for. A browser stores whatever an address answers, so a wrong
 * password has to be told before it opens one.
 */
export type DownloadCheck = (
  parameters: Readonly<Record<string, string>>,
  password: string | undefined,
) => Promise<void>;

/** `checks` by path, for downloads that can be refused for another reason than the session. */
export function ticketRoutes(tickets: Tickets, checks: Readonly<Record<string, DownloadCheck>>): Handlers {
  return {
    ticket: async ({ session, body }) => {
      const owner = session ?? { id: "" };
      await checks[body.path]?.(body.parameters, body.password);
      const ticket = tickets.issue(body.path, {
        session: owner,
        parameters: body.parameters,
        password: body.password,
      });
      return { ticket, path: `${API_PREFIX}${body.path}?ticket=${ticket}` };
    },
  };
}
