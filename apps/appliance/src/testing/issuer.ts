/**
 * A directory service made by hand, whose every answer a test may spoil. The real one of the integration tests is `oidc-provider`.
 *
 *     const issuer = await startIssuer();
 *     const query = await issuer.consent(url, { sub: "anna", groups: ["betrieb"] });   // what the browser brings back
 */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Claims = Record<string, unknown>;
interface Key {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}
interface Granted {
  claims: Claims;
  challenge: string;
  nonce: string;
}

const CLIENT = "hubwart";
const SECRET = "ein Geheimnis";

export interface Issuer {
  readonly url: string;
  readonly client: string;
  readonly secret: string;
  /** Paths that were asked, in order. */
  readonly asked: string[];
  /** Instead of the usual answer to this path; `false` has it. */
  spoil: (path: string, answer: ServerResponse) => boolean;
  /** What it says of itself. */
  about: (usual: Claims) => Claims;
  /** The claims that are signed. */
  signed: (usual: Claims) => Claims;
  /** Another key, and the one before is no longer told. */
  rotate(): void;
  /** Signs with a key that it does not tell. */
  signByForeignKey(): void;
  /** The person agrees. @returns the query of the address that the browser is sent back to */
  consent(url: string, claims: Claims): string;
  stop(): Promise<void>;
  /** At the same port again. */
  start(): Promise<void>;
}

export async function startIssuer(): Promise<Issuer> {
  let [key, told] = [newKey(), [] as Key[]];
  told = [key];
  const codes = new Map<string, Granted>();
  let port = 0;
  const usualAbout = (): Claims => ({
    issuer: issuer.url,
    authorization_endpoint: `${issuer.url}/auth`,
    token_endpoint: `${issuer.url}/token`,
    jwks_uri: `${issuer.url}/jwks`,
    response_types_supported: ["code"],
    id_token_signing_alg_values_supported: ["RS256"],
  });
  const tokenOf = (form: URLSearchParams): Claims | undefined => {
    const code = form.get("code") ?? "";
    const granted = codes.get(code);
    codes.delete(code);
    const shown = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!granted || granted.challenge !== shown) return undefined;
    const now = Math.floor(Date.now() / 1_000);
    const usual = { iss: issuer.url, aud: CLIENT, iat: now, exp: now + 300, nonce: granted.nonce };
    const id_token = sign({ ...issuer.signed({ ...usual, ...granted.claims }) }, key);
    return { access_token: "a", token_type: "Bearer", id_token };
  };
  const answered = async (path: string, body: string, answer: ServerResponse): Promise<void> => {
    issuer.asked.push(path);
    if (issuer.spoil(path, answer)) return;
    if (path === "/.well-known/openid-configuration") return json(answer, issuer.about(usualAbout()));
    if (path === "/jwks") {
      const keys = told.map(({ kid, publicKey }) => ({
        ...publicKey.export({ format: "jwk" }),
        kid,
        use: "sig",
      }));
      return json(answer, { keys });
    }
    const token = path === "/token" ? tokenOf(new URLSearchParams(body)) : undefined;
    if (token) return json(answer, token);
    json(answer, { error: "invalid_grant" }, 400);
  };
  const server = createServer((request, answer) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => void answered(request.url ?? "", body, answer));
  });
  const issuer: Issuer = {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    client: CLIENT,
    secret: SECRET,
    asked: [],
    spoil: () => false,
    about: (usual) => usual,
    signed: (usual) => usual,
    rotate: () => {
      key = newKey();
      told = [key];
    },
    signByForeignKey: () => {
      key = { ...newKey(), kid: key.kid };
    },
    consent: (url, claims) => {
      const { searchParams } = new URL(url);
      const code = randomBytes(8).toString("hex");
      const challenge = searchParams.get("code_challenge") ?? "";
      codes.set(code, { claims, challenge, nonce: searchParams.get("nonce") ?? "" });
      return new URLSearchParams({ code, state: searchParams.get("state") ?? "" }).toString();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    start: () =>
      new Promise((resolve) => {
        server.listen(port, "127.0.0.1", () => {
          ({ port } = server.address() as AddressInfo);
          resolve();
        });
      }),
  };
  await issuer.start();
  return issuer;
}

const newKey = (): Key => ({
  kid: randomBytes(4).toString("hex"),
  ...generateKeyPairSync("rsa", { modulusLength: 2048 }),
});

function sign(claims: Claims, { kid, privateKey }: Key): string {
  const parts = [{ alg: "RS256", kid, typ: "JWT" }, claims];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${text}.${createSign("RSA-SHA256").update(text).sign(privateKey, "base64url")}`;
}

function json(answer: ServerResponse, value: unknown, status = 200): void {
  answer.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
