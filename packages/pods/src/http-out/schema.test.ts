import { describe, expect, it } from "vitest";
import { podLoad, type TestChannel } from "../testing/index.ts";
import { extractor } from "./extract.ts";
import { headersProblem, parseHeaders } from "./headers.ts";
import { checkHttpOut, type HttpOutChannel, httpOutSchema } from "./schema.ts";

function problems(iface: Record<string, string | number | boolean>, channels: TestChannel[] = []): string[] {
  return checkHttpOut(podLoad(httpOutSchema, [{ url: "http://h", ...iface }], channels)).map(
    ({ where, attribute }) => `${where}.${attribute}`,
  );
}

describe("rules of the http_out columns", () => {
  it("names the column of what cannot work", () => {
    expect(problems({ url: "https://[::1]:8443/api/", auth: "bearer", token: "t" })).toEqual([]);
    for (const url of ["ftp://h", "h", "http://u:p@h", "http://h/?a=1", "http://h/#x"]) {
      expect(problems({ url })).toEqual(["main.url"]);
    }
    expect(problems({ auth: "basic" })).toEqual(["main.user"]);
    expect(problems({ auth: "bearer" })).toEqual(["main.token"]);
    expect(problems({ auth: "digest" })).toEqual(["main.user"]);
    expect(problems({ headers: "Host: x" })).toEqual(["main.headers"]);
    expect(problems({ ca: "x" })).toEqual(["main.ca"]);
    const channel = (dir: "in" | "out", config: Record<string, string>) =>
      problems({}, [{ chan: "c", dir, config }]);
    expect(channel("in", { pointer: "/a", path: "/x?y=1" })).toEqual([]);
    expect(channel("out", { pointer: "/a" })).toEqual(["http_out.test.c.pointer"]);
    expect(channel("out", { before: "a" })).toEqual(["http_out.test.c.before"]);
    expect(channel("in", { pointer: "/a", after: "a" })).toEqual(["http_out.test.c.pointer"]);
    expect(channel("in", { xpath: "/a/b" })).toEqual([]);
    expect(channel("in", { xpath: "a/b" })).toEqual(["http_out.test.c.xpath"]);
    expect(channel("in", { pointer: "/a", xpath: "/a" })).toEqual(["http_out.test.c.pointer"]);
    expect(channel("in", { xpath: "/a", before: "b" })).toEqual(["http_out.test.c.xpath"]);
    expect(channel("out", { xpath: "/a" })).toEqual(["http_out.test.c.xpath"]);
  });

  it("sends a client secret over an encrypted way only", () => {
    const of = (token_url: string, more = {}) =>
      problems({ auth: "oauth2", token_url, client_id: "i", client_secret: "s", ...more });
    for (const url of [
      "https://h/token",
      "http://127.0.0.1:8080/token",
      "http://[::1]/token",
      "http://localhost/t?x=1",
    ]) {
      expect(of(url)).toEqual([]);
    }
    for (const url of ["http://h/token", "http://127.0.0.1.example.org/t", "ftp://h", "h"]) {
      expect(of(url)).toEqual(["main.token_url"]);
    }
    expect(problems({ auth: "oauth2" })).toEqual(["main.token_url", "main.client_id", "main.client_secret"]);
  });

  it("allows paths below the base URL only", () => {
    const { pattern } = httpOutSchema.channelColumns.path as { pattern: RegExp };
    for (const path of ["", "/a", "a/b?c={value}", "?x=1", "/a:b"]) expect(path).toMatch(pattern);
    for (const path of ["http://evil/", "javascript:x", "/a b", "/a#b"]) expect(path).not.toMatch(pattern);
  });
});

describe("headers column", () => {
  it("reads lines and refuses what would break a request, without showing values", () => {
    expect(parseHeaders("X-Key: a:b\r\n\n accept : text/plain ")).toEqual({
      "x-key": "a:b",
      accept: "text/plain",
    });
    for (const bad of [
      "no colon",
      "bad name: s3cret",
      "Content-Length: 4711",
      "X: s3\u0001cret",
      "ü: s3cret",
    ]) {
      expect(headersProblem(`A: 1\n${bad}`)).toMatch(/Kopfzeile/);
      expect(headersProblem(bad)).not.toMatch(/s3|4711/);
    }
  });
});

describe("extractor", () => {
  const of = (type: "float" | "string", config: Partial<HttpOutChannel>) =>
    extractor(type, { path: "", interval: 1000, ...config });

  it("takes the whole, a part between texts, or what a pointer finds", () => {
    expect(of("float", {})(" 1.5\n")).toEqual({ value: 1.5 });
    expect(of("string", { after: "<b>", before: "</b>" })("x<b>y</b><b>z</b>")).toEqual({ value: "y" });
    expect(of("string", { before: "," })("a,b")).toEqual({ value: "a" });
    expect(of("float", { pointer: "/a/0" })('{"a":["2.5"]}')).toEqual({ value: 2.5 });
  });

  it("takes what a pointer finds beside a number that is too large, and not that number", () => {
    const text = '{"a":1e400,"b":2}';
    expect(of("float", { pointer: "/b" })(text)).toEqual({ value: 2 });
    for (const type of ["float", "string"] as const) {
      expect(of(type, { pointer: "/a" })(text)).toMatchObject({
        reason: expect.stringContaining("Eine Zahl jenseits"),
      });
    }
  });

  it("takes no damaged text, but what stands beside it", () => {
    const text = '{"a":"K\ufffdche","b":2}';
    const damaged = "„K\ufffdche“ passt nicht; erlaubt ist Text";
    expect(of("string", { pointer: "/a" })(text, true)).toEqual({ reason: damaged });
    expect(of("string", { after: '"a":"', before: '"' })(text, true)).toEqual({ reason: damaged });
    expect(of("string", {})(text, true)).toHaveProperty("reason");
    expect(of("float", { pointer: "/b" })(text, true)).toEqual({ value: 2 });
    expect(of("string", { pointer: "/a" })(text)).toEqual({ value: "K\ufffdche" });
  });

  it("says what is missing", () => {
    expect(of("float", { after: "T=" })("x")).toEqual({ reason: "In der Antwort kommt „T=“ nicht vor" });
    expect(of("float", { after: "a", before: "a" })("xa")).toEqual({
      reason: "In der Antwort kommt „a“ nicht vor",
    });
    expect(of("float", { pointer: "/a" })("{}")).toEqual({ reason: "In der Antwort gibt es kein „/a“" });
    expect(of("float", { pointer: "/a" })("<html>")).toMatchObject({
      reason: expect.stringContaining("gültiges JSON"),
    });
    expect(of("float", {})("warm")).toMatchObject({
      reason: expect.stringContaining("erlaubt ist eine Zahl"),
    });
  });
});
