/**
 * Passkeys instead of the code of the second factor (W3C Web Authentication, level 3). They are added to one that is on, count for the
 * name under which they were made, and go with it.
 *
 * Concurrency: its caller runs one at a time (the queue of `SessionService`).
 */
import { createHash } from "node:crypto";
import {
  LIMITS,
  type Passkey,
  type PasskeyAnswer,
  type PasskeyCreated,
  type PasskeyCreation,
  type PasskeyRequest,
} from "@hubwart/contract";
import { type Clock, ConflictError, callerOf, errorText, type Logger, NotFoundError } from "@hubwart/core";
import type { Store, StoredPasskey } from "@hubwart/core/store";
import { texts } from "../texts.ts";
import type { Account } from "./accounts.ts";
import { Challenges } from "./challenges.ts";

/** EdDSA, ES256, RS256 (IANA, COSE algorithms). */
const ALGORITHMS = [-8, -7, -257];
const LONGEST_REASON = 200;

/** From where, and under which name of the device (`HandlerRequest.site`). */
export interface At {
  address: string;
  site: string | undefined;
}

export interface PasskeyParts {
  table: Store["passkeys"];
  clock: Clock;
  log: Logger;
}

export class Passkeys {
  readonly #parts: PasskeyParts;
  readonly #challenges: Challenges;

  constructor(parts: PasskeyParts) {
    this.#parts = parts;
    this.#challenges = new Challenges(parts.clock);
  }

  list(account: Account): Passkey[] {
    return this.#of(account).map(({ id, name, origin, since, used }) => ({
      id,
      name,
      host: new URL(origin).host,
      since,
      used,
    }));
  }

  /** @param product as people read it  @throws ConflictError */
  begin(account: Account, sessionId: string, site: string | undefined, product: string): PasskeyCreation {
    const { origin, stored } = this.#addable(account, site);
    const { name } = account.who;
    return {
      challenge: this.#challenges.begin(adding(sessionId, origin)),
      rp: { id: new URL(origin).hostname, name: product },
      // Tells the authenticator whose they are, and nobody else.
      user: { id: handleOf(account), name, displayName: name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key" as const, alg })),
      excludeCredentials: stored.map(known),
      authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
      attestation: "none",
      timeout: LIMITS.passkeyWithin,
    };
  }

  /** @throws ConflictError for one that was not begun by this session, or is not as asked for */
  async confirm(
    account: Account,
    sessionId: string,
    site: string | undefined,
    { created, name }: { name: string; created: PasskeyCreated },
  ): Promise<void> {
    const { factor, origin } = this.#addable(account, site);
    const { clientDataJSON, attestationObject, id, transports } = created;
    const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
    const judged = await this.#judged(
      verifyRegistrationResponse({
        response: {
          id,
          rawId: id,
          type: "public-key",
          response: { clientDataJSON, attestationObject },
          clientExtensionResults: {},
        },
        expectedChallenge: (challenge) => this.#challenges.take(adding(sessionId, origin), challenge),
        expectedOrigin: origin,
        expectedRPID: new URL(origin).hostname,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    );
    const credential = judged?.registrationInfo?.credential;
    if (!judged?.verified || !credential) throw new ConflictError(texts.passkeyNotMade);
    if (this.#parts.table.has(credential.id)) throw new ConflictError(texts.passkeyKnown);
    this.#parts.table.add({
      id: credential.id,
      person: account.id,
      factor,
      origin,
      key: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports,
      name,
      since: this.#parts.clock.now(),
      used: 0,
    });
  }

  /** What a browser may answer to instead of a code; undefined without a passkey for this name. */
  ask(account: Account, { address, site }: At): PasskeyRequest | undefined {
    const usable = this.#of(account).filter(({ origin }) => origin === site);
    if (site === undefined || usable.length === 0) return undefined;
    return {
      challenge: this.#challenges.begin(signingIn(account, address)),
      rpId: new URL(site).hostname,
      allowCredentials: usable.map(known),
      userVerification: "required",
      timeout: LIMITS.passkeyWithin,
    };
  }

  /** Judges an answer, and uses the question up. @returns the passkey; undefined where it does not let in */
  async pass(
    account: Account,
    { address, site }: At,
    answer: PasskeyAnswer,
  ): Promise<StoredPasskey | undefined> {
    const stored = this.#of(account).find(({ id, origin }) => id === answer.id && origin === site);
    if (!stored) return undefined;
    const { authenticatorData, clientDataJSON, id, signature } = answer;
    const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
    const judged = await this.#judged(
      verifyAuthenticationResponse({
        response: {
          id,
          rawId: id,
          type: "public-key",
          response: { authenticatorData, clientDataJSON, signature },
          clientExtensionResults: {},
        },
        expectedChallenge: (challenge) => this.#challenges.take(signingIn(account, address), challenge),
        expectedOrigin: stored.origin,
        expectedRPID: new URL(stored.origin).hostname,
        credential: {
          id,
          publicKey: new Uint8Array(Buffer.from(stored.key, "base64url")),
          counter: stored.counter,
        },
        requireUserVerification: true,
      }),
    );
    if (judged?.verified !== true) return undefined;
    this.#parts.table.used(id, judged.authenticationInfo.newCounter, this.#parts.clock.now());
    return stored;
  }

  /** @returns its name before  @throws NotFoundError */
  rename(account: Account, id: string, name: string): string {
    const found = this.#find(account, id);
    this.#parts.table.rename(id, name);
    return found.name;
  }

  /** @returns its name  @throws NotFoundError */
  remove(account: Account, id: string): string {
    const found = this.#find(account, id);
    this.#parts.table.remove(id);
    return found.name;
  }

  #find(account: Account, id: string): StoredPasskey {
    const found = this.#of(account).find((one) => one.id === id);
    if (!found) throw new NotFoundError(texts.noPasskey);
    return found;
  }

  #of({ factor, id }: Account): StoredPasskey[] {
    const { mark } = factor;
    return mark === undefined ? [] : this.#parts.table.of(id, mark);
  }

  #addable(
    account: Account,
    site: string | undefined,
  ): { factor: string; origin: string; stored: StoredPasskey[] } {
    const factor = account.factor.mark;
    if (factor === undefined) throw new ConflictError(texts.passkeyNeedsFactor);
    if (site === undefined) throw new ConflictError(texts.passkeyNeedsName);
    const stored = this.#of(account);
    if (stored.length >= LIMITS.passkeys) throw new ConflictError(texts.mostPasskeys(LIMITS.passkeys));
    return { factor, origin: site, stored };
  }

  /** The library throws for whatever does not hold. */
  async #judged<T>(judging: Promise<T>): Promise<T | undefined> {
    try {
      return await judging;
    } catch (error) {
      this.#parts.log.warn(texts.passkeyRefused(errorText(error).slice(0, LONGEST_REASON)));
      return undefined;
    }
  }
}

const known = ({ id, transports }: StoredPasskey) => ({
  id,
  type: "public-key" as const,
  transports: [...transports],
});

const adding = (sessionId: string, origin: string): string => `add ${sessionId} ${origin}`;
const signingIn = ({ id }: Account, address: string): string => `sign in ${id} ${callerOf(address)}`;
const handleOf = ({ id }: Account): string =>
  createHash("sha256").update(`hubwart account ${id}`).digest("base64url");
