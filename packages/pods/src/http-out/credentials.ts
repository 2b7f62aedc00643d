/** How the pod identifies itself to a server: nothing, one fixed header, digest, or a token that is fetched. */
import { type Challenge, type DigestSession, digestSession, parseChallenges } from "./digest.ts";
import { texts } from "./texts.ts";

/** What one request, with its redirections, says. */
export interface Attempt {
  /** `Authorization`, if any. */
  header(method: string, url: URL): string | undefined;
  /** What it rests on, to be recognised in `refused`. */
  readonly sent: unknown;
}

export interface Credentials {
  /** German reason why the server's 401 cannot be answered, beyond wrong credentials. */
  readonly problem: string | undefined;
  /** @throws HttpFailure */
  attempt(): Promise<Attempt>;
  /**
   * The server said 401 to `what`. Whether the request shall be sent once more, by a new attempt.
   *
   * @throws HttpFailure
   */
  refused(attempt: Attempt, challenge: string | undefined, what: string): Promise<boolean>;
  /** Any other answer to `what`. */
  accepted(what: string): void;
  end(): Promise<void>;
}

export class FixedHeader implements Credentials {
  readonly problem = undefined;
  readonly #attempt: Attempt;

  constructor(header: string | undefined) {
    this.#attempt = { header: () => header, sent: undefined };
  }

  attempt(): Promise<Attempt> {
    return Promise.resolve(this.#attempt);
  }

  refused(): Promise<boolean> {
    return Promise.resolve(false);
  }

  accepted(): void {}

  end(): Promise<void> {
    return Promise.resolve();
  }
}

export function basicHeader(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

/** The nonce of the last challenge serves until the server wants another one. */
export class Digest implements Credentials {
  problem: string | undefined;
  readonly #user: string;
  readonly #password: string;
  #session: DigestSession | undefined;

  constructor(user: string, password: string) {
    this.#user = user;
    this.#password = password;
  }

  attempt(): Promise<Attempt> {
    const session = this.#session;
    const [user, password] = [this.#user, this.#password];
    const first = session?.count === 0;
    return Promise.resolve({
      header: (method, url) => session?.answer({ user, password, method, uri: url.pathname + url.search }),
      sent: session && { first },
    });
  }

  refused({ sent }: Attempt, challenge: string | undefined): Promise<boolean> {
    const offered = parseChallenges(challenge ?? "");
    const session = digestSession(offered);
    this.problem = session ? undefined : unanswerable(offered);
    // A new nonce was answered and refused: it is the password, and each further try might lock the account.
    const wrong = (sent as { first: boolean } | undefined)?.first === true && session?.stale !== true;
    this.#session = wrong ? undefined : session;
    return Promise.resolve(this.#session !== undefined);
  }

  accepted(): void {
    this.problem = undefined;
  }

  end(): Promise<void> {
    return Promise.resolve();
  }
}

function unanswerable(offered: readonly Challenge[]): string {
  if (offered.some(({ scheme }) => scheme === "digest")) {
    return texts.unknownDigest;
  }
  const schemes = offered.map(({ scheme }) => scheme).filter((scheme) => /^[a-z0-9-]{1,30}$/.test(scheme));
  const instead = schemes.length === 0 ? "" : `, sondern ${[...new Set(schemes)].slice(0, 5).join(", ")}`;
  return texts.noDigest(instead);
}
