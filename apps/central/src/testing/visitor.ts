/**
 * A browser as far as the central's calls go: it keeps the cookie that it is given, and says where its page is from.
 *
 *     const anna = new Visitor(central.address);
 *     await anna.signIn("Anna", "geheim-genug");
 *     const stolen = anna.copy();
 */
import { tlsPeer } from "@hubwart/core";
import { ask } from "@hubwart/core/http";
import { CENTRAL_PREFIX } from "@hubwart/fleet";

export interface Answered {
  status: number;
  body: Record<string, unknown>;
}

export class Visitor {
  readonly #address: URL;
  cookie = "";

  constructor(address: string) {
    this.#address = new URL(address);
  }

  /** Another browser with the same cookie. */
  copy(): Visitor {
    const other = new Visitor(this.#address.href);
    other.cookie = this.cookie;
    return other;
  }

  /** A POST where there is a body. */
  async call(where: string, body?: object, more: Record<string, string> = {}): Promise<Answered> {
    const { host, hostname, origin, port } = this.#address;
    const {
      body: bytes,
      headers,
      status,
    } = await ask({
      tls: true,
      to: {
        host: hostname,
        port: Number(port),
        path: CENTRAL_PREFIX + where,
        ...tlsPeer({ host: hostname, verify: false }),
      },
      method: body ? "POST" : "GET",
      headers: {
        host,
        origin,
        "sec-fetch-site": "same-origin",
        ...more,
        ...(this.cookie !== "" && { cookie: this.cookie }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
      within: 30_000,
      most: 1024 * 1024,
    });
    const set = headers["set-cookie"]?.[0];
    if (set !== undefined) this.cookie = set.includes("Max-Age=0") ? "" : (set.split(";")[0] ?? "");
    return { status, body: JSON.parse(bytes.toString("utf8")) as Record<string, unknown> };
  }

  signIn(name: string, pwd: string): Promise<Answered> {
    return this.call("/session/begin", { name, pwd });
  }

  /** Who the central takes it for. */
  async me(): Promise<string | undefined> {
    const { body } = await this.call("/session");
    return (body["me"] as { name: string } | undefined)?.name;
  }
}
