/**
 * Digest authentication (RFC 7616, with RFC 2617's MD5 and RFC 2069 without qop for old devices): challenges in,
 * the value of `Authorization` out.
 *
 *     const session = digestSession(parseChallenges(header));      // undefined: nothing in it that we can answer
 *     session?.answer({ user, password, method: "GET", uri: "/a?b" });
 */
import { createHash, randomBytes } from "node:crypto";

export interface Challenge {
  scheme: string;
  parameters: ReadonlyMap<string, string>;
}

export interface DigestQuestion {
  user: string;
  password: string;
  method: string;
  /** Path and query, as in the request. */
  uri: string;
}

/** Strongest first. */
const HASHES: readonly (readonly [algorithm: string, hash: string])[] = [
  ["SHA-512-256", "sha512-256"],
  ["SHA-256", "sha256"],
  ["MD5", "md5"],
];
const LONGEST = 16_384;
/** A name, and what it is set to; a name alone begins a challenge. */
const PART = /[\s,]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?/y;

/** What `WWW-Authenticate` offers. Reading ends where it is malformed. */
export function parseChallenges(header: string): Challenge[] {
  const found: { scheme: string; parameters: Map<string, string> }[] = [];
  const text = header.slice(0, LONGEST);
  PART.lastIndex = 0;
  for (let part = PART.exec(text); part; part = PART.exec(text)) {
    const [, name = "", quoted, plain] = part;
    const value = quoted === undefined ? plain : quoted.replaceAll(/\\(.)/g, "$1");
    const current = found.at(-1);
    if (value === undefined) found.push({ scheme: name.toLowerCase(), parameters: new Map() });
    else if (current && !current.parameters.has(name.toLowerCase())) {
      current.parameters.set(name.toLowerCase(), value);
    }
  }
  return found;
}

export class DigestSession {
  readonly stale: boolean;
  readonly #hash: string;
  /** As the server writes it; undefined if it names none, which means MD5. */
  readonly #algorithm: string | undefined;
  readonly #perSession: boolean;
  readonly #qop: boolean;
  readonly #given: ReadonlyMap<string, string>;
  readonly #cnonce: string;
  #count = 0;

  constructor(hash: string, given: ReadonlyMap<string, string>, cnonce = randomBytes(16).toString("hex")) {
    this.#cnonce = cnonce;
    this.#hash = hash;
    this.#given = given;
    this.#algorithm = given.get("algorithm");
    this.#perSession = /-sess$/i.test(this.#algorithm ?? "");
    this.#qop = given.get("qop") !== undefined;
    this.stale = given.get("stale")?.toLowerCase() === "true";
  }

  /** How often the nonce has been used. */
  get count(): number {
    return this.#count;
  }

  answer({ method, password, uri, user }: DigestQuestion): string {
    this.#count += 1;
    const realm = this.#given.get("realm") ?? "";
    const nonce = this.#given.get("nonce") ?? "";
    const nc = this.#count.toString(16).padStart(8, "0");
    const cnonce = this.#cnonce;
    const own = this.#digest(`${bytesOf(user)}:${realm}:${bytesOf(password)}`);
    const secret = this.#perSession ? this.#digest(`${own}:${nonce}:${cnonce}`) : own;
    const asked = this.#digest(`${method}:${uri}`);
    const response = this.#qop
      ? this.#digest(`${secret}:${nonce}:${nc}:${cnonce}:auth:${asked}`)
      : this.#digest(`${secret}:${nonce}:${asked}`);
    const opaque = this.#given.get("opaque");
    return `Digest ${[
      ...this.#who(user, realm),
      `realm=${quoted(realm)}`,
      `nonce=${quoted(nonce)}`,
      `uri=${quoted(uri)}`,
      ...(this.#algorithm === undefined ? [] : [`algorithm=${this.#algorithm}`]),
      `response="${response}"`,
      ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
      ...(this.#qop ? ["qop=auth", `nc=${nc}`] : []),
      ...(this.#qop || this.#perSession ? [`cnonce="${cnonce}"`] : []),
    ].join(", ")}`;
  }

  #who(user: string, realm: string): string[] {
    if (this.#given.get("userhash")?.toLowerCase() === "true") {
      return [`username="${this.#digest(`${bytesOf(user)}:${realm}`)}"`, "userhash=true"];
    }
    return /^[\x20-\x7e]*$/.test(user)
      ? [`username=${quoted(user)}`]
      : [`username*=UTF-8''${encodeURIComponent(user).replaceAll(/['()*]/g, escaped)}`];
  }

  /** One character per byte, as headers come. */
  #digest(bytes: string): string {
    return createHash(this.#hash).update(bytes, "latin1").digest("hex");
  }
}

/** The strongest challenge that can be answered: qop `auth` or none at all. */
export function digestSession(challenges: readonly Challenge[], cnonce?: string): DigestSession | undefined {
  for (const [algorithm, hash] of HASHES) {
    for (const { parameters, scheme } of challenges) {
      if (scheme !== "digest" || !parameters.has("nonce")) continue;
      const named = (parameters.get("algorithm") ?? "MD5").toUpperCase().replace(/-SESS$/, "");
      const qop = parameters.get("qop");
      const qops = qop?.split(",").map((each) => each.trim().toLowerCase());
      if (named === algorithm && (qops?.includes("auth") ?? true)) {
        return new DigestSession(hash, parameters, cnonce);
      }
    }
  }
  return undefined;
}

function bytesOf(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** What a server could slip into a header by a nonce is left out. */
function quoted(text: string): string {
  return `"${text.replaceAll(/[^\x20-\x7e\x80-\xff]/g, "").replaceAll(/["\\]/g, "\\$&")}"`;
}

function escaped(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}
