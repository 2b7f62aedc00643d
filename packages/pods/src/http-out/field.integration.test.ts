/** What devices in the field ask for: digest, tokens that expire, compressed answers, XML. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { startApache, startLighttpd } from "@hubwart/testing";
import { useEnds } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { type PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { parseChallenges } from "./digest.ts";
import { kind } from "./index.ts";

const open = useEnds();

const SECRET = "geheim-Q7!digest";

async function pod(
  iface: Record<string, string | number | boolean>,
  channels: TestChannel[],
): Promise<PodRun> {
  const run = await startPod(kind, podLoad(kind.schema, [iface], channels));
  open.push(() => run.stop());
  return run;
}

type Handler = (request: IncomingMessage, body: string, response: ServerResponse) => void;

async function server(handler: Handler): Promise<string> {
  const made = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => handler(request, body, response));
  });
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  open.push(async () => {
    made.closeAllConnections();
    made.close();
  });
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
}

const reading = (path: string, more: Record<string, string | number> = {}): TestChannel => ({
  chan: "in",
  dir: "in",
  type: "float",
  config: { path, interval: 100, ...more },
});

describe("digest", () => {
  it("signs in to lighttpd by MD5 and by SHA-256, query included, and says when the password is wrong", async () => {
    const web = await startLighttpd({
      user: "shelly",
      password: SECRET,
      files: { "md5/wert": "21.5\n", "sha256/wert": "22.5\n" },
    });
    open.push(() => web.stop());
    const auth = { url: web.url, auth: "digest", user: "shelly" };
    for (const [path, value] of [
      ["/md5/wert", 21.5],
      ["/sha256/wert?a=b%20c", 22.5],
    ] as const) {
      const run = await pod({ ...auth, password: SECRET }, [reading(path)]);
      await run.until(() => run.emitted.length >= 2);
      expect(run.last("in")?.value).toBe(value);
      expect(run.failures).toEqual([]);
      expect(run.said).not.toContain(SECRET);
    }
    const wrong = await pod({ ...auth, password: "falsch" }, [reading("/md5/wert")]);
    await wrong.until(() => wrong.iface()?.error !== undefined);
    expect(wrong.iface()?.error).toBe("Der Server lehnt die Anmeldung ab (401)");
  });

  it("signs in to Apache, query included, and goes on when its nonces have lived their second", async () => {
    const web = await startApache({ user: "kamera", password: SECRET, files: { wert: "23.5\n" } });
    open.push(() => web.stop());
    const auth = { url: web.url, auth: "digest", user: "kamera" };
    const run = await pod({ ...auth, password: SECRET }, [reading("/wert?a=b%20c&d")]);
    const began = performance.now();
    await run.until(() => run.emitted.length >= 5 && performance.now() - began > 2_500);
    expect(run.last("in")).toMatchObject({ value: 23.5, quality: 0 });
    expect(run.failures).toEqual([]);
    expect(run.said).not.toContain(SECRET);
    const wrong = await pod({ ...auth, password: "falsch" }, [reading("/wert")]);
    await wrong.until(() => wrong.iface()?.error !== undefined);
    expect(wrong.iface()?.error).toBe("Der Server lehnt die Anmeldung ab (401)");
  });

  it("uses a nonce as often as a strict server allows, and takes the next one when it is stale", async () => {
    const strict = new StrictDigest();
    const url = await server((request, body, response) => strict.serve(request, body, response));
    const run = await pod({ url, auth: "digest", user: "Jäger", password: SECRET }, [
      reading("/a?b=c"),
      { chan: "out", dir: "out", type: "int", config: { path: "/set", method: "POST" } },
    ]);
    await run.write({ out: 1 });
    await run.write({ out: 2 });
    await run.until(() => run.written.length === 2 && run.emitted.length >= 8);
    expect(strict.bodies).toEqual(["1", "2"]);
    expect(strict.offences).toEqual([]);
    // Two requests without credentials at most; afterwards only stale nonces are asked for anew.
    expect(strict.bare).toBeLessThanOrEqual(2);
    expect(strict.stale).toBeGreaterThan(0);
  });

  it("tries a wrong password once per poll, and names a way it does not know", async () => {
    const strict = new StrictDigest();
    const url = await server((request, body, response) => strict.serve(request, body, response));
    const wrong = await pod({ url, auth: "digest", user: "Jäger", password: "falsch" }, [reading("/a")]);
    await wrong.until(() => wrong.failures.length >= 2);
    expect(strict.offences.length).toBeLessThanOrEqual(strict.bare);
    const basic = await server((_request, _body, response) => {
      response.writeHead(401, { "WWW-Authenticate": 'Basic realm="x"' }).end();
    });
    const other = await pod({ url: basic, auth: "digest", user: "u", password: SECRET }, [reading("/a")]);
    await other.until(() => other.iface()?.error !== undefined);
    expect(other.iface()?.error).toBe("Der Server bietet keine Digest-Anmeldung an, sondern basic");
  });
});

/** SHA-256 only, each nonce for three requests, counted; everything else is an offence. */
class StrictDigest {
  readonly offences: string[] = [];
  readonly bodies: string[] = [];
  bare = 0;
  stale = 0;
  #nonces = new Map<string, number>();

  serve(request: IncomingMessage, body: string, response: ServerResponse): void {
    const [given] = parseChallenges(request.headers.authorization ?? "");
    if (!given) {
      this.bare += 1;
      return this.#challenge(response, false);
    }
    const field = (name: string) => given.parameters.get(name) ?? "";
    const used = this.#nonces.get(field("nonce"));
    if (used === undefined || used >= 3) {
      this.stale += 1;
      return this.#challenge(response, true);
    }
    const hash = (text: string) => createHash("sha256").update(text).digest("hex");
    const nc = (used + 1).toString(16).padStart(8, "0");
    const wanted = hash(
      [
        hash(`Jäger:Gerät:${SECRET}`),
        field("nonce"),
        nc,
        field("cnonce"),
        "auth",
        hash(`${request.method}:${request.url}`),
      ].join(":"),
    );
    const problems = [
      field("uri") === request.url ? "" : `uri ${field("uri")}`,
      field("nc") === nc ? "" : `nc ${field("nc")} instead of ${nc}`,
      field("opaque") === "undurchsichtig" ? "" : "opaque",
      field("response") === wanted ? "" : "response",
      request.headers.authorization?.includes(`nc=${nc}, `) ? "" : "nc is quoted",
      field("username*") === "UTF-8''J%C3%A4ger" ? "" : "user",
    ].filter((problem) => problem !== "");
    if (problems.length > 0) {
      // Requests that run at the same time may overtake each other: then the number is another one.
      if (problems.some((problem) => problem.startsWith("nc "))) return this.#challenge(response, true);
      this.offences.push(problems.join(", "));
      return this.#challenge(response, false);
    }
    this.#nonces.set(field("nonce"), used + 1);
    if (request.method === "POST") this.bodies.push(body);
    response.end("1.5");
  }

  #challenge(response: ServerResponse, stale: boolean): void {
    const nonce = `n${this.#nonces.size}`;
    this.#nonces.set(nonce, 0);
    const header = `Basic realm="alt", Digest realm="Gerät", qop="auth-int,auth", algorithm=SHA-256, nonce="${nonce}", opaque="undurchsichtig"${stale ? ", stale=true" : ""}`;
    response.writeHead(401, { "WWW-Authenticate": Buffer.from(header).toString("latin1") }).end();
  }
}

describe("a token by OAuth 2", () => {
  const client = { client_id: "haus:1", client_secret: SECRET };

  it("fetches it once for all, renews it before it expires and after a 401, and keeps the secret to itself", async () => {
    const fetched: { authorization: string | undefined; form: URLSearchParams }[] = [];
    const valid = new Set<string>();
    const refused: string[] = [];
    const url = await server((request, body, response) => {
      if (request.url === "/token") {
        fetched.push({ authorization: request.headers.authorization, form: new URLSearchParams(body) });
        const access_token = `tok-${fetched.length}`;
        valid.add(access_token);
        response.end(JSON.stringify({ access_token, token_type: "Bearer", expires_in: 3600 }));
        return;
      }
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
      if (valid.has(token)) return void response.end("3.5");
      refused.push(token);
      response.writeHead(401, { "WWW-Authenticate": 'Bearer error="invalid_token"' }).end();
    });
    const iface = { url, auth: "oauth2", token_url: `${url}/token`, scope: "lesen schreiben", ...client };
    const channels = [1, 2, 3, 4].map((n) => ({ ...reading(`/${n}`), chan: `in${n}` }));
    const run = await pod(iface, channels);
    await run.until(() => channels.every(({ chan }) => run.last(chan)?.value === 3.5));
    expect(fetched).toHaveLength(1);
    expect(fetched[0]?.form.toString()).toBe("grant_type=client_credentials&scope=lesen+schreiben");
    const pair = Buffer.from(fetched[0]?.authorization?.slice(6) ?? "", "base64").toString();
    expect(pair).toBe(`haus%3A1:${SECRET.replace("!", "%21")}`);
    valid.clear();
    await run.until(() => fetched.length >= 2 && run.last("in1")?.value === 3.5);
    const emitted = run.emitted.length;
    await run.until(() => run.emitted.length >= emitted + 8);
    expect(fetched).toHaveLength(2);
    expect(new Set(refused)).toEqual(new Set(["tok-1"]));
    expect(run.said).not.toContain(SECRET);
    expect(run.said).not.toContain("tok-");
  });

  it("says why there is none, and does not besiege the service", async () => {
    let asked = 0;
    const url = await server((request, body, response) => {
      if (request.url !== "/token") return void response.writeHead(401).end();
      asked += 1;
      expect(new URLSearchParams(body).get("client_secret")).toBe(SECRET);
      response.writeHead(400).end(JSON.stringify({ error: "invalid_client", error_description: SECRET }));
    });
    const iface = { url, auth: "oauth2", token_url: `${url}/token`, client_auth: "form", ...client };
    const run = await pod(iface, [reading("/a")]);
    await run.until(() => run.failures.length >= 5);
    const host = new URL(url).host;
    expect(run.iface()?.error).toBe(`${host} gibt kein Token aus (400 invalid_client)`);
    expect(asked).toBeLessThan(run.failures.length);
    expect(run.said).not.toContain(SECRET);
  });

  it("asks for a new one only now and then when each one is refused", async () => {
    let asked = 0;
    const url = await server((request, _body, response) => {
      if (request.url !== "/token") return void response.writeHead(401).end();
      asked += 1;
      response.end(JSON.stringify({ access_token: `t${asked}` }));
    });
    const iface = { url, auth: "oauth2", token_url: `${url}/token`, ...client };
    const run = await pod(iface, [reading("/a")]);
    await run.until(() => run.failures.length >= 6);
    expect(asked).toBeLessThanOrEqual(4);
    expect(run.iface()?.error).toBe("Der Server lehnt die Anmeldung ab (401)");
  });
});

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

describe("compressed answers", () => {
  it("unpacks gzip, deflate and br, and none of them beyond the limit", async () => {
    const pack = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
    const bomb = Buffer.alloc(4_000_000, "x");
    const bombs = { gzip: gzipSync(bomb), deflate: deflateSync(bomb), br: brotliCompressSync(bomb, FAST) };
    const seen: (string | undefined)[] = [];
    const url = await server((request, _body, response) => {
      seen.push(request.headers["accept-encoding"]?.toString());
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://h");
      const coding = pathname.slice(1) as keyof typeof pack;
      const bytes = searchParams.has("bomb") ? bombs[coding] : pack[coding](Buffer.from("4.5"));
      const cut = searchParams.has("cut") ? bytes.subarray(0, bytes.length - 4) : bytes;
      response.writeHead(200, { "Content-Encoding": coding }).end(cut);
    });
    for (const coding of ["gzip", "deflate", "br"]) {
      const run = await pod({ url, max_size: 16 }, [
        { ...reading(`/${coding}`), chan: "good" },
        { ...reading(`/${coding}?bomb`), chan: "bomb" },
        { ...reading(`/${coding}?cut`), chan: "cut" },
      ]);
      await run.until(
        () => new Set(run.failures.map(({ chan }) => chan)).size === 2 && run.last("good") !== undefined,
      );
      expect(run.last("good")?.value).toBe(4.5);
      const reason = (chan: string) => run.failures.find((failure) => failure.chan === chan)?.reason;
      expect(reason("bomb")).toMatch(/ist größer als 16 KiB/);
      expect(reason("cut")).toMatch(/ist fehlerhaft komprimiert oder unvollständig/);
      await run.stop();
    }
    expect(new Set(seen)).toEqual(new Set(["gzip, br"]));
  });
});

describe("XML", () => {
  it("takes values by path, in the charset that the document names", async () => {
    const xml = `<?xml version="1.0" encoding="ISO-8859-1"?><a><t id="keller">21.5</t><t id="küche">19</t></a>`;
    const url = await server((request, _body, response) => {
      response.writeHead(200, { "Content-Type": "text/xml" });
      response.end(request.url === "/xml" ? Buffer.from(xml, "latin1") : "<a><t>");
    });
    const run = await pod({ url }, [
      { ...reading("/xml", { xpath: "/a/t[@id='küche']" }), chan: "kitchen" },
      { ...reading("/xml", { xpath: "/a/t[2]/@id" }), chan: "name", type: "string" },
      { ...reading("/xml", { xpath: "/a/t[3]" }), chan: "none" },
      { ...reading("/broken", { xpath: "/a/t" }), chan: "broken" },
    ]);
    await run.until(
      () => run.last("name") !== undefined && new Set(run.failures.map(({ chan }) => chan)).size === 2,
    );
    expect([run.last("kitchen")?.value, run.last("name")?.value]).toEqual([19, "küche"]);
    const reason = (chan: string) => run.failures.find((failure) => failure.chan === chan)?.reason;
    expect(reason("none")).toBe("In der Antwort gibt es kein „/a/t[3]“");
    expect(reason("broken")).toBe("Die Antwort ist kein lesbares XML");
  });

  it("says UTF-16 and is UTF-8, or is UTF-16", async () => {
    const xml = `<?xml version="1.0" encoding="utf-16"?><a><t>21.5</t></a>`;
    const url = await server((request, _body, response) => {
      response.writeHead(200, { "Content-Type": "text/xml" });
      response.end(request.url === "/8" ? xml : Buffer.from(`\ufeff${xml}`, "utf16le"));
    });
    const run = await pod({ url }, [
      { ...reading("/8", { xpath: "/a/t" }), chan: "eight" },
      { ...reading("/16", { xpath: "/a/t" }), chan: "sixteen" },
    ]);
    await run.until(() => run.last("eight") !== undefined && run.last("sixteen") !== undefined);
    expect([run.last("eight")?.value, run.last("sixteen")?.value]).toEqual([21.5, 21.5]);
  });
});

describe("a text that is not in its charset", () => {
  const BROKEN = Buffer.from([0x61, 0xff, 0x62]);

  it.each([
    ["broken UTF-8 by default", "text/plain", BROKEN, undefined],
    ["broken UTF-8 as declared", "text/plain; charset=UTF-8", BROKEN, undefined],
    ["an unknown charset", "text/plain; charset=x-none", BROKEN, undefined],
    ["Latin 1 as declared", "text/plain; charset=iso-8859-1", BROKEN, "aÿb"],
    ["U+FFFD itself", "text/plain", Buffer.from("a\ufffdb"), "a\ufffdb"],
  ])("%s", async (_, type, body, value) => {
    const url = await server((_request, _body, response) => {
      response.writeHead(200, { "Content-Type": type }).end(body);
    });
    const run = await pod({ url }, [{ ...reading("/x", {}), chan: "x", type: "string" }]);
    await run.until(() => run.last("x") !== undefined || run.failures.length > 0);
    expect(run.last("x")?.value ?? undefined).toBe(value);
    expect(run.failures[0]?.reason).toBe(
      value === undefined ? "„a\ufffdb“ passt nicht; erlaubt ist Text" : undefined,
    );
  });

  it("is no failure of a request whose answer nobody reads", async () => {
    const url = await server((_request, _body, response) => {
      response.writeHead(200, { "Content-Type": "text/plain" }).end(BROKEN);
    });
    const run = await pod({ url }, [{ chan: "x", dir: "out", type: "int", config: { path: "/x" } }]);
    await run.write({ x: 1 });
    await run.until(() => run.written.length + run.failures.length === 1);
    expect(run.failures).toEqual([]);
  });
});
