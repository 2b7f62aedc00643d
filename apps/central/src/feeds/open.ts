/** What a customer's connection is used for besides reports: batches come in, and hubs ask how far they are stored, for new credentials, or send files. */
import { type Clock, errorText, type Logger, type Scope } from "@hubwart/core";
import {
  ALL_ASKED,
  type FileAnswer,
  type FileOffer,
  type FilePiece,
  fileOffer,
  filePiece,
  hubOf,
  hubQuestion,
  isOwnInbox,
  partedMessage,
  renewQuestion,
} from "@hubwart/fleet";
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
  /** Takes a piece of a file; undefined: nothing is answered. */
  file: (hub: string, head: FileOffer | FilePiece, bytes: Uint8Array) => Promise<FileAnswer | undefined>;
}

/** The returned function: the connection has come back. */
export function openFeeds({ clock, file, log, logs, renew, replicas, scope, sites, unruly }: Parts) {
  return (customer: string, connection: NatsConnection): (() => void) => {
    const known = (hub: string) => {
      const site = sites.get(hub);
      return site?.customer === customer && site.revoked === 0;
    };
    const give = async (hub: string, message: Msg, made: Promise<string | undefined>) => {
      try {
        const answer = await made;
        if (answer !== undefined) message.respond(answer);
      } catch (error) {
        log.warn(`${hub}: ${errorText(error)}`);
      }
    };
    connection.subscribe(ALL_ASKED, {
      callback: (error, message) => {
        const hub = error ? undefined : hubOf(message.subject);
        if (hub === undefined || !known(hub) || !unruly.may(hub)) return;
        if (!isOwnInbox(hub, message.reply)) return;
        const { bytes, head } = partedMessage(message.data);
        const question = questionOf(head);
        if (!question) return;
        switch (question.ask) {
          case "marks":
            message.respond(JSON.stringify({ v: 1, marks: logs.marks(hub) }));
            break;
          case "renew":
            void give(hub, message, renew(hub, question.request));
            break;
          case "file":
          case "piece":
            void give(hub, message, answered(file(hub, question, bytes)));
        }
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

const asked = z.union([hubQuestion, renewQuestion, fileOffer, filePiece]);

async function answered(made: Promise<FileAnswer | undefined>): Promise<string | undefined> {
  const answer = await made;
  return answer && JSON.stringify(answer);
}

function questionOf(text: string): z.output<typeof asked> | undefined {
  try {
    return z.safeParse(asked, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
