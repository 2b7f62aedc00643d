/** What a customer's connection is used for besides reports: batches come in, and hubs ask how far they are stored, or for new credentials. */
import { type Clock, errorText, type Logger, type Scope } from "@hubwart/core";
import { ALL_ASKED, hubOf, hubQuestion, isOwnInbox, renewQuestion } from "@hubwart/fleet";
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import * as z from "zod/mini";
import type { Unruly } from "../bus/unruly.ts";
import type { SiteLogs } from "../register/site-logs.ts";
import type { Sites } from "../register/sites.ts";
import { Intake } from "./intake.ts";

interface Parts {
  /** Servers that keep each batch. */
  replicas: number;
  clock: Clock;
  log: Logger;
  scope: Scope;
  sites: Sites;
  logs: SiteLogs;
  unruly: Unruly;
  /** New credentials for the key of a hub, JSON; undefined: it gets none. */
  renew: (hub: string, request: string) => Promise<string | undefined>;
}

/** The returned function: the connection has come back. */
export function openFeeds({ clock, log, logs, renew, replicas, scope, sites, unruly }: Parts) {
  return (customer: string, connection: NatsConnection): (() => void) => {
    const known = (hub: string) => {
      const site = sites.get(hub);
      return site?.customer === customer && site.revoked === 0;
    };
    const give = async (hub: string, request: string, message: Msg) => {
      try {
        const answer = await renew(hub, request);
        if (answer !== undefined) message.respond(answer);
      } catch (error) {
        log.warn(`${hub}: ${errorText(error)}`);
      }
    };
    connection.subscribe(ALL_ASKED, {
      callback: (error, message) => {
        const hub = error ? undefined : hubOf(message.subject);
        if (hub === undefined || !known(hub) || !unruly.may(hub)) return;
        const question = isOwnInbox(hub, message.reply) ? questionOf(message.string()) : undefined;
        if (question?.ask === "marks") message.respond(JSON.stringify({ v: 1, marks: logs.marks(hub) }));
        if (question?.ask === "renew") void give(hub, question.request, message);
      },
    });
    const intake = new Intake({
      connection,
      replicas,
      clock,
      log,
      scope,
      known,
      store: (taken) => logs.add(taken),
      garbage: (hub) => unruly.garbage(hub),
    });
    intake.again();
    return () => intake.again();
  };
}

const asked = z.union([hubQuestion, renewQuestion]);

function questionOf(text: string): z.output<typeof asked> | undefined {
  try {
    return z.safeParse(asked, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
