/** Signing in by the directory service: whom it vouches for, and what is made of it here. No HTTP. */
import { OIDC_PATH, type Who } from "@hubwart/contract";
import {
  type Clock,
  ConflictError,
  callerOf,
  DeniedError,
  errorText,
  isAppError,
  type Logger,
  UnavailableError,
} from "@hubwart/core";
import type { StoredPerson } from "../../platform/people/stored.ts";
import type { SessionService } from "../../platform/session/service.ts";
import { type Claims, hadFactor, namesOf, rightsOf } from "./claims.ts";
import { ProviderError } from "./fetch.ts";
import { Flows } from "./flows.ts";
import { Provider } from "./provider.ts";
import type { OidcSettings } from "./settings.ts";
import { texts } from "./texts.ts";

export interface DirectoryParts {
  settings: OidcSettings;
  sessions: SessionService;
  clock: Clock;
  log: Logger;
  /** ms for one answer of the service; for tests. */
  within?: number;
}

export interface Back {
  address: string;
  agent?: string | undefined;
  binding: string;
  /** Of the address that the browser came back to. */
  query: string;
}

export class Directory {
  readonly #parts: DirectoryParts;
  readonly #flows: Flows;
  readonly #provider: Provider;
  /** Times that the settings became others. */
  #changes = 0;

  constructor(parts: DirectoryParts) {
    this.#parts = parts;
    const { clock, settings, within } = parts;
    this.#flows = new Flows(clock);
    this.#provider = new Provider({
      clock,
      config: () => settings.read(),
      redirect: () => settings.read().address + OIDC_PATH,
      ...(within === undefined ? {} : { within }),
    });
  }

  offered(): { label: string; url: string } | undefined {
    const { active, address, label } = this.#parts.settings.read();
    return active ? { label: label || texts.button, url: address + OIDC_PATH } : undefined;
  }

  /** The settings are others now: what was begun by those before is over. */
  changed(): void {
    this.#changes += 1;
    this.#flows.clear();
    this.#provider.forget();
  }

  /** @throws ConflictError where none is set up, or another one meanwhile, UnavailableError */
  async begin(address: string): Promise<{ url: string; binding: string }> {
    this.#demandActive();
    const before = this.#changes;
    try {
      const { nonce, url, verifier } = await this.#provider.begin();
      this.#demandUnchanged(before);
      const { binding, state } = this.#flows.begin(address, { nonce, verifier });
      return { url: url(state), binding };
    } catch (error) {
      throw this.#away(error);
    }
  }

  /** @throws ConflictError for what was not begun here, UnavailableError, DeniedError */
  async finish({ address, agent, binding, query }: Back): Promise<{ token: string; who: Who }> {
    this.#demandActive();
    const { sessions, settings } = this.#parts;
    const brake = `directory:${callerOf(address)}`;
    const wait = sessions.throttle.refusedFor(brake);
    if (wait !== undefined) throw new DeniedError(texts.wait(wait), wait);
    const state = new URLSearchParams(query).get("state") ?? "";
    const flow = this.#flows.take(state, binding);
    if (!flow) throw new ConflictError(texts.notBegun);
    const before = this.#changes;
    try {
      const claims = await this.#provider.claims(flow, state, query);
      this.#demandActive();
      // Whom the one before vouches for is nobody to the one of now.
      this.#demandUnchanged(before);
      const person = this.#person(claims, settings.read().issuer);
      const token = sessions.vouched(person.id, address, agent);
      sessions.throttle.succeeded(brake);
      return { token, who: sessions.accounts.of({ kind: "person", id: person.id, name: "" }).who };
    } catch (error) {
      const told = isAppError(error) ? error : this.#judged(error);
      if (told instanceof DeniedError) {
        sessions.throttle.failed(brake);
        this.#parts.log.warn(texts.signInRefused(address, reasonOf(error)));
      }
      throw told;
    }
  }

  /** @throws DeniedError, ConflictError where there are too many people */
  #person(claims: Claims & { sub: string }, issuer: string): StoredPerson {
    const { sessions, settings } = this.#parts;
    const { people } = sessions;
    const identity = { issuer, sub: claims.sub };
    const known = people.ofDirectory(identity);
    if (known?.locked) throw new DeniedError(texts.lockedPerson);
    const config = settings.read();
    const rights = rightsOf(claims, config);
    if (!rights) {
      // Who has no role any more keeps nothing open either.
      if (known) people.endDirectory(known.id);
      throw new DeniedError(texts.noRole);
    }
    const factor = config.trust_factor || hadFactor(claims);
    if (people.demands(rights.role) && !factor) throw new DeniedError(texts.noFactor);
    return people.fromDirectory(identity, { ...namesOf(claims), ...rights }, factor);
  }

  #demandActive(): void {
    if (!this.#parts.settings.read().active) throw new ConflictError(texts.off);
  }

  #demandUnchanged(before: number): void {
    if (this.#changes !== before) throw new ConflictError(texts.notBegun);
  }

  #away(error: unknown): Error {
    if (isAppError(error)) return error;
    this.#parts.log.warn(texts.failed(reasonOf(error)));
    return new UnavailableError(texts.unavailable);
  }

  /** Whether the service could not be asked, said no, or said what does not hold. */
  #judged(error: unknown): Error {
    if (chain(error).some((each) => each instanceof ProviderError)) return this.#away(error);
    const codes = chain(error).map((each) => (each as { code?: unknown }).code);
    if (codes.includes("OAUTH_JWT_TIMESTAMP_CHECK_FAILED")) return new DeniedError(texts.clocks);
    // Garbage, or a failure of the service's own.
    if (codes.some((code) => typeof code === "string" && GARBAGE.has(code))) return this.#away(error);
    const said = chain(error).some((each) => typeof (each as { error?: unknown }).error === "string");
    return new DeniedError(said ? texts.refused : texts.notTrusted);
  }
}

const GARBAGE = new Set(["OAUTH_PARSE_ERROR", "OAUTH_RESPONSE_IS_NOT_JSON", "OAUTH_RESPONSE_IS_NOT_CONFORM"]);
const LONGEST_REASON = 300;

function chain(error: unknown): Error[] {
  const found: Error[] = [];
  for (let at = error; at instanceof Error && found.length < 8; at = at.cause) found.push(at);
  return found;
}

/** For the log, bounded: parts of it are the service's words. */
function reasonOf(error: unknown): string {
  const texts = chain(error).map(errorText);
  return [...new Set(texts)].join(": ").slice(0, LONGEST_REASON) || errorText(error);
}
