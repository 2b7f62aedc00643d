/**
 * Single-use tickets for downloads that a browser opens by their address, so that neither token nor password
 * stands in one. A ticket is bound to one path and one session, lives 30 s and is kept in memory only.
 */

import { randomBytes } from "node:crypto";
import { API_PREFIX, type CallSpec, calls, LIMITS } from "@hubwart/contract";
import { type Clock, DeniedError, InvalidInputError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import type { Redeemed, TicketOffice } from "../../http/ports.ts";
import { demandCall } from "../../http/rights.ts";
import { common } from "../../texts.ts";
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
    downloadAt(path);
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

type Download = CallSpec & { access: "session" };

/** @throws InvalidInputError where there is none */
function downloadAt(path: string): Download {
  const specs: CallSpec[] = Object.values(calls);
  const found = specs.find(
    (spec): spec is Download =>
      spec.method === "GET" && spec.access === "session" && spec.content !== undefined && fits(spec, path),
  );
  if (!found) throw new InvalidInputError([{ field: "path", message: texts.downloadExpected }]);
  return found;
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
      if (!session) throw new DeniedError(common.pleaseSignIn);
      // Before the check, which knows whether a file's password is right.
      demandCall(session, downloadAt(body.path));
      await checks[body.path]?.(body.parameters, body.password);
      const ticket = tickets.issue(body.path, {
        session,
        parameters: body.parameters,
        password: body.password,
      });
      return { ticket, path: `${API_PREFIX}${body.path}?ticket=${ticket}` };
    },
  };
}
