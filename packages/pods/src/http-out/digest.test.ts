import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestSession, parseChallenges } from "./digest.ts";

/** RFC 7616 §3.9.1. */
const EXAMPLE = [
  'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256,',
  'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",',
  'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS",',
  'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=MD5,',
  'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",',
  'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
].join(" ");
const CNONCE = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ";
const QUESTION = { user: "Mufasa", password: "Circle of Life", method: "GET", uri: "/dir/index.html" };

const answerTo = (header: string, question = QUESTION) =>
  digestSession(parseChallenges(header), CNONCE)?.answer(question);

describe("digest", () => {
  it("answers the standard's examples, the stronger one first", () => {
    expect(answerTo(EXAMPLE)).toBe(
      'Digest username="Mufasa", realm="http-auth@example.org", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", ' +
        'uri="/dir/index.html", algorithm=SHA-256, response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1", ' +
        `opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", qop=auth, nc=00000001, cnonce="${CNONCE}"`,
    );
    expect(answerTo(EXAMPLE.slice(EXAMPLE.lastIndexOf("Digest")))).toContain(
      'response="8ca523f5e9506fed4657c9700eebdbec"',
    );
  });

  it("counts the uses of a nonce, and answers old devices without qop", () => {
    const session = digestSession(parseChallenges(EXAMPLE), CNONCE);
    session?.answer(QUESTION);
    expect(session?.answer(QUESTION)).toContain("nc=00000002");
    // RFC 2069's own example, with the erratum's response.
    const old =
      'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"';
    const answer = answerTo(old, { ...QUESTION, password: "CircleOfLife" });
    expect(answer).toContain('response="1949323746fe6a43ef61f9606e7febea"');
    expect(answer).not.toContain("nc=");
  });

  it("leaves what it cannot answer alone", () => {
    expect(answerTo('Basic realm="x"')).toBeUndefined();
    expect(answerTo('Digest realm="x", nonce="n", algorithm=SHA-1')).toBeUndefined();
    expect(answerTo('Digest realm="x", nonce="n", qop="auth-int"')).toBeUndefined();
    expect(answerTo('Digest realm="x", qop="auth"')).toBeUndefined();
    expect(parseChallenges('Basic realm="a, b\\"c", Digest realm=plain , nonce = "n",stale=TRUE')).toEqual([
      { scheme: "basic", parameters: new Map([["realm", 'a, b"c']]) },
      {
        scheme: "digest",
        parameters: new Map([
          ["realm", "plain"],
          ["nonce", "n"],
          ["stale", "TRUE"],
        ]),
      },
    ]);
  });

  it("keeps a user's name within its quotes, and within ASCII", () => {
    const of = (user: string) =>
      answerTo('Digest realm="r", nonce="n", charset=UTF-8', { ...QUESTION, user });
    expect(of('a"b\\')).toContain('username="a\\"b\\\\"');
    expect(of("Jäsøn Doe")).toContain("username*=UTF-8''J%C3%A4s%C3%B8n%20Doe");
    expect(answerTo('Digest realm="r\u0007", nonce="n"')).not.toContain("\u0007");
  });

  it("survives whatever a server sends", () => {
    const pieces = fc.constantFrom(
      "Digest ",
      "nonce=",
      '"',
      "\\",
      ",",
      "=",
      " ",
      "qop=auth",
      "algorithm=MD5",
      "x",
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 400 }), fc.array(pieces, { maxLength: 60 })), (given) => {
        const header = typeof given === "string" ? given : given.join("");
        const answer = answerTo(header);
        if (answer !== undefined) expect(answer).toMatch(/^Digest [\x20-\x7e\x80-\xff]+$/);
      }),
      { numRuns: 2_000 },
    );
    const began = performance.now();
    for (const unit of [" ", ",", '"', "\\", "a=", 'a="']) parseChallenges(unit.repeat(100_000));
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
