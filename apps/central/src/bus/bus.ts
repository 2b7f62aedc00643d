/**
 * The central's side of NATS: one connection to the system account, by which accounts are told to the server, and one to each
 * customer's account. Whatever comes is held against its schema, and dropped otherwise.
 */
import { createPublicKey } from "node:crypto";
import { type Clock, errorText, type Logger, type Scope, SerialQueue, UnavailableError } from "@hubwart/core";
import {
  ALL_STATES,
  answerNonce,
  FLEET_LIMITS,
  type HubState,
  hubOf,
  hubState,
  newKey,
  nkeyOf,
  signClaims,
} from "@hubwart/fleet";
import { connect, type Msg, type NatsConnection } from "@nats-io/transport-node";
import * as z from "zod/mini";
import { sign } from "../authority/certificates.ts";
import type { CentralKeys } from "../authority/keys.ts";
import { texts } from "../texts.ts";
import { accountClaims, hubPass, ownPass } from "./account.ts";
import { REPORTS, Servers } from "./servers.ts";

export interface BusParts {
  /** `tls://host:port` of each server. */
  urls: readonly string[];
  keys: CentralKeys;
  clock: Clock;
  log: Logger;
  scope: Scope;
  /** Names of the keys of a customer's hubs that are locked out. */
  revoked: (customer: string) => readonly string[];
  reported: (customer: string, hub: string, state: HubState) => void;
  /** Whether a message of the hub is looked at. */
  may: (hub: string) => boolean;
  /** A hub said what is no report. */
  garbage: (hub: string) => void;
  /** A customer's connection is there; the returned function is called whenever it has come back. */
  opened: (customer: string, connection: NatsConnection) => () => void;
}

/** Passes of all times: a hub that joins anew has another key. s since the epoch; the end of 9999. */
const FOR_GOOD = 253_402_300_799;
const OWN_DAYS = 3_650;
const TELL_MS = 5_000;
const RECONNECT_MS = 500;
/** A server that is gone without a word is left after three of them. */
const PING_MS = 10_000;
/** Another server of a cluster may hear a moment later of a new account. */
const CONNECT_WITHIN_MS = 10_000;

export class Bus {
  readonly #parts: BusParts;
  /** Known to this process alone. */
  readonly #own = newKey();
  readonly #queue = new SerialQueue();
  readonly #accounts = new Map<string, NatsConnection>();
  readonly #told = new Map<string, { claims: string; iat: number; out: string }>();
  #certificate = "";
  #system: NatsConnection | undefined;

  private constructor(parts: BusParts) {
    this.#parts = parts;
  }

  static async open(parts: BusParts): Promise<Bus> {
    const bus = new Bus(parts);
    const { clock, keys, scope } = parts;
    const order = { name: "central", now: clock.now(), days: OWN_DAYS };
    bus.#certificate = await sign(keys.authority, createPublicKey(bus.#own), order);
    // Servers that somebody else runs may come later than the central.
    bus.#system = await bus.#connected(ownPass(keys.system, bus.#own, clock.now()), Number.POSITIVE_INFINITY);
    scope.add(() => bus.#system?.close());
    bus.#watch(bus.#system, () => bus.#tellAll());
    const servers = new Servers(clock, () => bus.#tellAll());
    bus.#system.subscribe(REPORTS, {
      callback: (error, { subject }) => {
        if (!error) servers.heard(subject);
      },
    });
    for (const customer of keys.customers) await bus.customer(customer);
    return bus;
  }

  /** Makes the customer's account known to the server, and listens there. Fine to call again. */
  customer(id: string): Promise<void> {
    return this.#queue.run(async () => {
      if (this.#accounts.has(id)) return;
      const { clock, garbage, keys, may, opened, reported, scope } = this.#parts;
      await this.#tell(id);
      const pass = ownPass(await keys.customer(id), this.#own, clock.now());
      const connection = await this.#connected(pass, CONNECT_WITHIN_MS);
      scope.add(() => connection.close());
      this.#accounts.set(id, connection);
      connection.subscribe(ALL_STATES, {
        callback: (error, message) => {
          const hub = error ? undefined : hubOf(message.subject);
          if (hub === undefined || !may(hub)) return;
          const state = parsed(hubState, message);
          if (state) reported(id, hub, state);
          else garbage(hub);
        },
      });
      this.#watch(connection, opened(id, connection));
      await connection.flush();
    });
  }

  /** What a hub connects with. */
  async pass(customer: string, hub: string, name: string, key: string): Promise<string> {
    const account = await this.#parts.keys.customer(customer);
    return hubPass(account, hub, { name, key, now: this.#parts.clock.now() });
  }

  /** The connection to a customer's account. @throws UnavailableError */
  account(customer: string): Pick<NatsConnection, "request"> {
    const connection = this.#accounts.get(customer);
    if (!connection || connection.isClosed()) throw new UnavailableError(texts.notNow);
    return connection;
  }

  /** Who is revoked has changed: the server ends their connections before this returns. @throws UnavailableError */
  revoke(customer: string): Promise<void> {
    return this.#queue.run(() => this.#tell(customer));
  }

  async #tell(customer: string): Promise<void> {
    const { data } = await this.#request(await this.#claims(customer));
    if (data?.code !== 200) throw new UnavailableError(texts.notNow);
  }

  /** Of two that differ, the later one counts where servers compare what they have: they compare in seconds. */
  async #claims(customer: string): Promise<string> {
    const { clock, keys, revoked } = this.#parts;
    const account = nkeyOf("account", await keys.customer(customer));
    const names = revoked(customer).toSorted();
    const out = names.join(" ");
    const told = this.#told.get(customer);
    if (told?.out === out) return told.claims;
    const iat = Math.max(Math.floor(clock.now() / 1_000), (told?.iat ?? 0) + 1);
    const times = Object.fromEntries(names.map((key) => [key, FOR_GOOD]));
    const claims = signClaims("operator", keys.operator, accountClaims(customer, account, iat, times, true));
    this.#told.set(customer, { claims, iat, out });
    return claims;
  }

  async #request(claims: string): Promise<{ data?: { code?: number } }> {
    try {
      const answer = await this.#system?.request("$SYS.REQ.CLAIMS.UPDATE", claims, { timeout: TELL_MS });
      return answer?.json<{ data?: { code?: number } }>() ?? {};
    } catch (cause) {
      throw new UnavailableError(texts.notNow, { cause });
    }
  }

  /** Another server, or one that lost what it knew. */
  #tellAll(): void {
    for (const id of this.#accounts.keys())
      void this.#queue
        .run(() => this.#tell(id))
        .catch((error: unknown) => this.#parts.log.warn(`customer ${id}: ${errorText(error)}`));
  }

  /** @param within ms. @throws UnavailableError */
  async #connected(pass: string, within: number): Promise<NatsConnection> {
    const { clock, log, scope } = this.#parts;
    const until = clock.monotonic() + within;
    for (let said = ""; ; ) {
      try {
        return await this.#connect(pass);
      } catch (cause) {
        if (scope.ended || clock.monotonic() > until) throw new UnavailableError(texts.notNow, { cause });
        const text = errorText(cause);
        if (text !== said) log.warn(`NATS: ${text}`);
        said = text;
        await new Promise<void>((resolve) => clock.after(RECONNECT_MS, resolve));
      }
    }
  }

  #connect(pass: string): Promise<NatsConnection> {
    const { keys, urls } = this.#parts;
    return connect({
      servers: [...urls],
      name: "central",
      tls: {
        ca: keys.authority.certificate,
        cert: this.#certificate,
        key: this.#own.export({ format: "pem", type: "pkcs8" }) as string,
      },
      authenticator: answerNonce(pass, this.#own),
      ignoreClusterUpdates: true,
      pingInterval: PING_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_MS,
      ignoreAuthErrorAbort: true,
    });
  }

  #watch(connection: NatsConnection, reconnected: () => void): void {
    void (async () => {
      for await (const { type } of connection.status()) if (type === "reconnect") reconnected();
    })();
  }
}

function parsed<S extends z.ZodMiniType>(schema: S, message: Msg): z.output<S> | undefined {
  if (message.data.length > FLEET_LIMITS.message) return undefined;
  try {
    return z.safeParse(schema, message.json()).data;
  } catch {
    return undefined;
  }
}
