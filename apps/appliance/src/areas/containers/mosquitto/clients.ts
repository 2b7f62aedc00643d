/**
 * Who is connected to the broker. Which connections stand is the kernel's word, from inside the container; the names are those the
 * broker wrote into its log when each signed in. Where the log does not reach back so far, the name is missing.
 *
 * Invariants: nothing is kept of a connection that has ended; one question to the container at a time, however many ask;
 * whoever asks while it is looked shares the next look, for the one under way may have begun before a user was deleted.
 */
import type { AddOns, LogLine } from "@hubwart/containers";
import type { AnswerOf, mosquittoClients } from "@hubwart/contract";
import { address } from "@hubwart/core";
import type { EngineLink } from "../link.ts";
import { type Connection, connectionsIn, plainAddress } from "./connections.ts";

type Answer = Omit<AnswerOf<typeof mosquittoClients>, "code">;

/** Takes messages without a password, so that a name given there proves nothing. */
const DEVICE_PORT = 1884;
const MOST_SHOWN = 1_000;
/** Lines of the log that are read at first; later only the new ones. */
const MOST_LINES = 50_000;
/** Lines of the same moment may come late, ms. */
const OVERLAP_MS = 1_000;

/** As the broker writes them (its `connection_messages`); a client id holds no line end (MQTT 5, 1.5.4). */
const BEGUN = /^New connection from (\S+):(\d+) on port \d+\.$/;
const SIGNED_IN = /^New client connected from (\S+):(\d+) as (.*) \(p\d+, c\d+, k\d+(?:, u'(.*)')?\)\.$/;

interface SignIn {
  client: string;
  usr: string | null;
  /** ms since the epoch. */
  at: number;
}

export class BrokerClients {
  readonly #link: Pick<EngineLink, "available" | "get">;
  /** By `address port`; undefined: connected, and not signed in yet. */
  readonly #known = new Map<string, SignIn | undefined>();
  #since: number | undefined;
  #reading: Promise<Answer> | undefined;
  #next: Promise<Answer> | undefined;

  constructor(link: Pick<EngineLink, "available" | "get">) {
    this.#link = link;
  }

  /** Nobody, if the broker does not run. What has changed before the call is seen. */
  read(): Promise<Answer> {
    if (this.#next) return this.#next;
    if (!this.#reading) return this.#begin();
    this.#next = this.#reading
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#begin();
      });
    return this.#next;
  }

  #begin(): Promise<Answer> {
    this.#reading = this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<Answer> {
    if (!this.#link.available) return NOBODY;
    const addOns = this.#link.get();
    if (!(await addOns.state("mosquitto")).running) return NOBODY;
    // The connections first: a sign-in that is in the log by then belongs to one of them, or to one that has ended.
    const standing = connectionsIn(await addOns.command("mosquitto", "connections", {}));
    await this.#readLog(addOns);
    const keys = new Set(standing.map(keyOf));
    for (const key of this.#known.keys()) if (!keys.has(key)) this.#known.delete(key);
    const clients = standing.flatMap((one) => this.#shown(one)).sort(byName);
    return { clients: clients.slice(0, MOST_SHOWN), more: Math.max(0, clients.length - MOST_SHOWN) };
  }

  async #readLog(addOns: AddOns): Promise<void> {
    const since = this.#since === undefined ? undefined : this.#since - OVERLAP_MS;
    for await (const line of addOns.logs("mosquitto", { tail: MOST_LINES, follow: false, since }))
      this.#note(line);
  }

  #note({ ts, text }: LogLine): void {
    this.#since = Math.max(this.#since ?? 0, ts);
    const [, host = "", port = "", client = "", usr = null] = SIGNED_IN.exec(text) ?? [];
    if (host !== "") {
      this.#known.set(`${plainAddress(host)} ${port}`, { client, usr, at: ts });
      return;
    }
    const [, from = "", at = ""] = BEGUN.exec(text) ?? [];
    if (from !== "") this.#known.set(`${plainAddress(from)} ${at}`, undefined);
  }

  #shown(connection: Connection): Answer["clients"] {
    const { from, port } = connection;
    const key = keyOf(connection);
    const end = address(connection.address, from);
    const found = this.#known.get(key);
    if (found) {
      const { client, usr, at } = found;
      return [
        {
          client,
          usr: port === DEVICE_PORT ? null : usr,
          address: end,
          port,
          since: new Date(at).toISOString(),
        },
      ];
    }
    return this.#known.has(key) ? [] : [{ client: null, usr: null, address: end, port, since: null }];
  }
}

const NOBODY: Answer = { clients: [], more: 0 };

const keyOf = ({ address: host, from }: Connection): string => `${host} ${from}`;

const byName = (a: Answer["clients"][number], b: Answer["clients"][number]): number =>
  (a.usr ?? "").localeCompare(b.usr ?? "", "de") || (a.client ?? "").localeCompare(b.client ?? "", "de");
