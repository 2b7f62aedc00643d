/**
 * Who may come in, by token or by name and password.
 *
 *     const book = new UserBook({ verify: verifyPassword });
 *     for (const name of book.set(users)) …      // these lost or changed their access: end their connections
 *     const user = await book.find({ token });   // undefined: not right
 *
 * A token is found by its SHA-256: 256 random bits need no slow hash. A password is verified by the slow hash once; then
 * a keyed hash of it is remembered, so that a thousand devices that come back at once cost next to nothing. The key is of
 * this process alone and never leaves it. Slow verifications run one at a time, in turn over callers.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { FairQueue } from "@hubwart/core";

export interface LiveUser {
  username: string;
  role: string;
  /** argon2id of the password as a PHC string; empty without one. */
  pwd: string;
  /** `tokenHash` of the token; empty without one. */
  token: string;
}

export type Credentials = { token: string } | { user: string; password: string };

export interface UserBookOptions {
  verify: (hash: string, password: string) => Promise<boolean>;
}

/** Verifications that wait, in all and of one caller. */
const WAITING = { total: 1_000, perCaller: 64 };
/** Verified for names that do not exist, so that the answer takes as long. Of no password anybody has. */
const NOBODY =
  "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("base64url");

export class UserBook {
  readonly #verify: UserBookOptions["verify"];
  readonly #key = randomBytes(32);
  readonly #queue = new FairQueue(WAITING);
  #users = new Map<string, LiveUser>();
  #byToken = new Map<string, LiveUser>();
  /** By name: of which hash, and the keyed hash of the password that fits it. */
  readonly #proven = new Map<string, { hash: string; proof: Buffer }>();

  constructor({ verify }: UserBookOptions) {
    this.#verify = verify;
  }

  get size(): number {
    return this.#users.size;
  }

  get(username: string): LiveUser | undefined {
    return this.#users.get(username);
  }

  /** Replaces all. @returns names whose access is gone or another one than before */
  set(users: readonly LiveUser[]): string[] {
    const before = this.#users;
    this.#users = new Map(users.map((user) => [user.username, user]));
    this.#byToken = new Map(
      users.flatMap((user) => (user.token === "" ? [] : [[user.token, user] as const])),
    );
    const changed = [...before.values()].filter((old) => !alike(old, this.#users.get(old.username)));
    for (const { username } of changed) this.#proven.delete(username);
    return changed.map(({ username }) => username);
  }

  /** The user of a token; at once. */
  /** Neither removed nor changed since. */
  stands(user: LiveUser): boolean {
    return alike(user, this.#users.get(user.username));
  }

  byToken(token: string): LiveUser | undefined {
    return this.#byToken.get(tokenHash(token));
  }

  /**
   * @param caller whose turn it is among those who wait
   * @throws UnavailableError where too many wait already
   */
  async byPassword(username: string, password: string, caller: string): Promise<LiveUser | undefined> {
    const user = this.#users.get(username);
    const text = password.normalize("NFC");
    const proof = createHmac("sha256", this.#key)
      .update(`${user?.pwd ?? NOBODY} ${text}`)
      .digest();
    const proven = this.#proven.get(username);
    if (user && proven?.hash === user.pwd) return timingSafeEqual(proven.proof, proof) ? user : undefined;
    const hash = user?.pwd || NOBODY;
    const right = await this.#queue.run(caller, () => this.#verify(hash, text));
    // While it was verified the user may have changed.
    if (!right || !user || user.pwd === "" || this.#users.get(username)?.pwd !== user.pwd) return undefined;
    this.#proven.set(username, { hash: user.pwd, proof });
    return this.#users.get(username);
  }
}

function alike(a: LiveUser, b: LiveUser | undefined): boolean {
  return b !== undefined && a.role === b.role && a.pwd === b.pwd && a.token === b.token;
}
