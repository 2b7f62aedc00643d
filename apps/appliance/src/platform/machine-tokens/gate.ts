/**
 * Who asks: by a session's token, by that of a program, by the link of a wall panel, or through the central. Whoever tries tokens that are
 * none is braked by his address; a valid one is let through all the same, so that nobody shuts a program out.
 */
import { isDeepStrictEqual } from "node:util";
import { callerOf, DeniedError } from "@hubwart/core";
import type { Gate, Session, SessionWatch } from "../../http/ports.ts";
import { common } from "../../texts.ts";
import { PageLinks } from "../page-links/links.ts";
import { RemoteCallers } from "../remote-callers/callers.ts";
import type { SessionService } from "../session/service.ts";
import { MachineTokens } from "./tokens.ts";

export class TokenGate implements Gate {
  readonly #sessions: SessionService;
  readonly #machines: MachineTokens;
  readonly #links: PageLinks;
  readonly #remote: RemoteCallers;

  constructor(
    sessions: SessionService,
    machines: MachineTokens,
    links: PageLinks,
    remote = new RemoteCallers(),
  ) {
    this.#sessions = sessions;
    this.#machines = machines;
    this.#links = links;
    this.#remote = remote;
  }

  get setup(): boolean {
    return this.#sessions.setup;
  }

  /** @throws DeniedError with `retryAfter` for who tried too many tokens that are none */
  authenticate(token: string, counts: boolean, address: string): Session | undefined {
    const lasting = MachineTokens.is(token) || PageLinks.is(token) || RemoteCallers.is(token);
    if (!lasting) return this.#sessions.authenticate(token, counts);
    const session = this.#sessions.setup ? this.#lasting(token, address) : undefined;
    if (session) return session;
    const { throttle } = this.#sessions;
    const name = `token:${callerOf(address)}`;
    const retryAfter = throttle.refusedFor(name);
    if (retryAfter !== undefined) throw new DeniedError(common.pleaseSignIn, retryAfter);
    throttle.failed(name);
    return undefined;
  }

  #lasting(token: string, address: string): Session | undefined {
    if (RemoteCallers.is(token)) return this.#remote.authenticate(token);
    return PageLinks.is(token)
      ? this.#links.authenticate(token)
      : this.#machines.authenticate(token, address);
  }

  watch(session: string): SessionWatch {
    const owner = this.#owner(session);
    if (!owner) return this.#sessions.watch(session);
    let ended = false;
    const stop = owner.onEnd(session, () => {
      ended = true;
    });
    return {
      get ended() {
        return ended;
      },
      stop,
    };
  }

  alive(session: string): boolean {
    return (this.#owner(session) ?? this.#sessions.tokens).alive(session);
  }

  unchanged({ bounds, id, level }: Session): boolean {
    const owner = this.#owner(id);
    // A session of a person ends with whatever changes what the person may.
    if (!owner) return this.alive(id);
    const now = owner.now(id);
    return now !== undefined && isDeepStrictEqual([now.level, now.bounds], [level, bounds]);
  }

  onEnd(session: string, handler: () => void): () => void {
    return (this.#owner(session) ?? this.#sessions.tokens).onEnd(session, handler);
  }

  /** Of what is no session of a person. */
  #owner(session: string): MachineTokens | PageLinks | RemoteCallers | undefined {
    if (MachineTokens.owns(session)) return this.#machines;
    if (RemoteCallers.owns(session)) return this.#remote;
    return PageLinks.owns(session) ? this.#links : undefined;
  }
}
