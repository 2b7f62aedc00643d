/**
 * People of the central while a call of theirs is under way: each call has a token that only this process knows and that counts for
 * nothing once the call is over.
 *
 *     const { token, end } = callers.begin({ who, level, bounds: undefined });
 *     try { await server.inject({ …, headers: { authorization: `Bearer ${token}` } }); } finally { end(); }
 */
import { randomBytes } from "node:crypto";
import { type Caller, REMOTE_TOKEN_PREFIX } from "@hubwart/contract";
import type { Session } from "../../http/ports.ts";
import { Endings } from "../machine-tokens/endings.ts";

const SESSION_PREFIX = "remote:";

export class RemoteCallers {
  readonly #sessions = new Map<string, Session>();
  readonly #endings = new Endings();

  static is(token: string): boolean {
    return token.startsWith(REMOTE_TOKEN_PREFIX);
  }

  static owns(session: string): boolean {
    return session.startsWith(SESSION_PREFIX);
  }

  begin(caller: Caller): { token: string; end: () => void } {
    const token = `${REMOTE_TOKEN_PREFIX}${randomBytes(32).toString("base64url")}`;
    const id = SESSION_PREFIX + randomBytes(9).toString("base64url");
    this.#sessions.set(token, { ...caller, id });
    const end = () => {
      this.#sessions.delete(token);
      this.#endings.end(id);
    };
    return { token, end };
  }

  authenticate(token: string): Session | undefined {
    return this.#sessions.get(token);
  }

  now(session: string): Session | undefined {
    return [...this.#sessions.values()].find(({ id }) => id === session);
  }

  alive(session: string): boolean {
    return this.now(session) !== undefined;
  }

  /** As that of other tokens. */
  onEnd(session: string, handler: () => void): () => void {
    if (this.alive(session)) return this.#endings.add(session, handler);
    handler();
    return () => undefined;
  }
}
