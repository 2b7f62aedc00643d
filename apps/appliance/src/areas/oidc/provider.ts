/**
 * The directory service, asked by `openid-client`, which is loaded with the first sign-in. What the service says of itself is kept for
 * a minute, and asked for anew by who begins; its keys are fetched for every sign-in, so that a change of them is noticed at once.
 */
import type { Clock } from "@hubwart/core";
import type { Configuration, CustomFetch, ServerMetadata } from "openid-client";
import { refusal } from "./addresses.ts";
import { type Claims, hasClaim } from "./claims.ts";
import { ProviderError, providerFetch } from "./fetch.ts";
import type { Flow } from "./flows.ts";
import type { StoredOidc } from "./settings.ts";

type Client = typeof import("openid-client");

const FRESH_FOR = 60_000;
/** Who begins leaves this device's page for the service's, so it must be there now, ms: away, a browser would show a page of its own. */
const THERE_FOR = 2_000;
/** ms in which somebody who waits for the page gets an answer. */
const WHOLE_WITHIN = 20_000;
/** Characters (OpenID Connect Core, 2). */
const SUBJECT_MAX = 255;
/** s that clocks may be apart. */
const TOLERANCE = 60;

export interface ProviderParts {
  clock: Pick<Clock, "monotonic" | "now">;
  config: () => StoredOidc;
  redirect: () => string;
  /** ms for one answer; for tests. */
  within?: number;
}

export class Provider {
  readonly #parts: ProviderParts;
  #about: { of: string; at: number; server: Promise<ServerMetadata> } | undefined;

  constructor(parts: ProviderParts) {
    this.#parts = parts;
  }

  forget(): void {
    this.#about = undefined;
  }

  /** A challenge for a new sign-in. @throws ProviderError, or what the client throws of an answer that is none */
  async begin(): Promise<Flow & { url: (state: string) => string }> {
    const client = await import("openid-client");
    const asked = this.#parts.config();
    const server = await this.#server(client, asked, THERE_FOR);
    const [nonce, verifier] = [client.randomNonce(), client.randomPKCECodeVerifier()];
    const challenge = await client.calculatePKCECodeChallenge(verifier);
    const config = this.#configuration(client, asked, server, AbortSignal.timeout(WHOLE_WITHIN));
    const url = (state: string): string => {
      const to = client.buildAuthorizationUrl(config, {
        redirect_uri: this.#parts.redirect(),
        scope: [
          "openid",
          ...asked.scope.split(/\s+/).filter((each) => each !== "" && each !== "openid"),
        ].join(" "),
        code_challenge: challenge,
        code_challenge_method: "S256",
        state,
        nonce,
      });
      const refused = refusal(to, asked);
      if (refused !== undefined) throw new ProviderError(refused);
      return to.href;
    };
    return { nonce, verifier, url };
  }

  /** What the service says of whoever came back. @throws as `begin`, and for whatever does not hold */
  async claims(flow: Flow, state: string, query: string): Promise<Claims & { sub: string }> {
    const client = await import("openid-client");
    const asked = this.#parts.config();
    const config = this.#configuration(
      client,
      asked,
      await this.#server(client, asked, FRESH_FOR),
      AbortSignal.timeout(WHOLE_WITHIN),
    );
    const back = new URL(`${this.#parts.redirect()}?${query}`);
    const tokens = await client.authorizationCodeGrant(config, back, {
      expectedNonce: flow.nonce,
      expectedState: state,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error("no ID token");
    if (claims.sub.length > SUBJECT_MAX) throw new Error(`a subject of ${claims.sub.length} characters`);
    if (hasClaim(claims, asked.claim) || config.serverMetadata().userinfo_endpoint === undefined)
      return claims;
    const more = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
    // What is signed goes first.
    return { ...more, ...claims };
  }

  /** Asked once for all who begin at the same time. @param within ms that what it said may be old */
  #server(client: Client, asked: StoredOidc, within: number): Promise<ServerMetadata> {
    const of = JSON.stringify([asked.issuer, asked.hosts, asked.plain, asked.client_id]);
    const now = this.#parts.clock.monotonic();
    if (this.#about?.of === of && now - this.#about.at < within) return this.#about.server;
    const server = this.#discover(client, asked);
    const about = { of, at: now, server };
    this.#about = about;
    server.catch(() => {
      if (this.#about === about) this.#about = undefined;
    });
    return server;
  }

  async #discover(client: Client, asked: StoredOidc): Promise<ServerMetadata> {
    const config = await client.discovery(new URL(asked.issuer), asked.client_id, undefined, client.None(), {
      [client.customFetch]: this.#fetch(asked, AbortSignal.timeout(WHOLE_WITHIN)),
      // Whether it may go unencrypted, `fetch` says.
      execute: [client.allowInsecureRequests],
    });
    return config.serverMetadata();
  }

  #configuration(
    client: Client,
    asked: StoredOidc,
    server: ServerMetadata,
    signal: AbortSignal,
  ): Configuration {
    const { clock } = this.#parts;
    const known = { ...server };
    const metadata = {
      [client.clockSkew]: Math.round((clock.now() - Date.now()) / 1_000),
      [client.clockTolerance]: TOLERANCE,
    };
    const config = new client.Configuration(known, asked.client_id, metadata, authOf(client, asked, server));
    config[client.customFetch] = this.#fetch(asked, signal);
    client.allowInsecureRequests(config);
    // Its signature counts, not only the connection it came over.
    client.enableNonRepudiationChecks(config);
    return config;
  }

  #fetch(asked: StoredOidc, signal: AbortSignal): CustomFetch {
    return providerFetch(asked, signal, this.#parts.within);
  }
}

function authOf(client: Client, { client_secret = "" }: StoredOidc, server: ServerMetadata) {
  if (client_secret === "") return client.None();
  // Without a list it is this one (OpenID Connect Discovery, 3).
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return methods.includes("client_secret_basic")
    ? client.ClientSecretBasic(client_secret)
    : client.ClientSecretPost(client_secret);
}
