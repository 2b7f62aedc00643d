/**
 * A real directory service (OpenID Connect): `oidc-provider`, whose people agree to everything at once.
 *
 *     const directory = await startDirectory({ back: `${device}/sign-in/directory`, groups: { anna: ["betrieb"] } });
 *     directory.person = "anna";   // who is in front of the browser
 */
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

export interface Directory {
  readonly url: string;
  readonly port: number;
  readonly client: string;
  readonly secret: string;
  /** Who is in front of the browser: a name of `groups`. */
  person: string;
  /** Other keys, and those of before are no longer told. */
  rotate(): void;
  stop(): void;
}

export interface DirectoryOptions {
  /** Address that browsers are sent back to. */
  back: string;
  /** The claim `groups` of each person. */
  groups: Readonly<Record<string, readonly string[]>>;
}

const CLIENT = "hubwart";
const SECRET = "ein langes Geheimnis des Dienstes";

export async function startDirectory(options: DirectoryOptions): Promise<Directory> {
  const server = createServer((request, answer) => {
    if (request.url?.startsWith("/interaction/")) void agree(provider, directory.person, request, answer);
    else provider.callback()(request, answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  let provider = makeProvider(url, options);
  const directory: Directory = {
    url,
    port,
    client: CLIENT,
    secret: SECRET,
    person: "",
    rotate: () => {
      provider = makeProvider(url, options);
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return directory;
}

function makeProvider(url: string, { back, groups }: DirectoryOptions): Provider {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return new Provider(url, {
    clients: [
      {
        client_id: CLIENT,
        client_secret: SECRET,
        redirect_uris: [back],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: String(Math.random()), use: "sig" }] },
    claims: { openid: ["sub"], profile: ["name", "preferred_username"], groups: ["groups"] },
    scopes: ["openid", "profile", "groups"],
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ["a"] },
    pkce: { required: () => true },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, preferred_username: id, name: `${id} Muster`, groups: groups[id] }),
    }),
  });
}

async function agree(
  provider: Provider,
  accountId: string,
  request: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const { params, prompt } = await provider.interactionDetails(request, answer);
  if (prompt.name === "login")
    return provider.interactionFinished(request, answer, { login: { accountId, amr: ["pwd"] } });
  const grant = new provider.Grant({ accountId, clientId: params.client_id });
  grant.addOIDCScope("openid profile groups");
  return provider.interactionFinished(request, answer, { consent: { grantId: await grant.save() } });
}
