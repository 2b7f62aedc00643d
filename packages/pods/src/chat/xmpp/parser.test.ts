import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Element, escaped } from "./element.ts";
import { StreamParser, XmlFault } from "./parser.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const HEAD =
  "<?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>";

function read(...chunks: (string | Uint8Array)[]): { stanzas: Element[]; closed: boolean } {
  const found = { stanzas: [] as Element[], closed: false };
  const parser = new StreamParser({
    opened: () => undefined,
    stanza: (stanza) => found.stanzas.push(stanza),
    closed: () => (found.closed = true),
  });
  for (const chunk of chunks) parser.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  return found;
}
const stanzas = (xml: string) => read(HEAD + xml).stanzas;
const body = (stanza: Element | undefined) => stanza?.children.find(({ name }) => name === "body")?.text;

describe("stanzas", () => {
  it("are read with names, spaces, attributes and text", () => {
    const [message, features] = stanzas(
      ` \n<message from='anna@lan/x' a="1 &gt; 0"><body>Tür &amp; Tor &#x20AC;</body><x:y xmlns:x='urn:x'/></message><stream:features/>`,
    );
    expect(message).toMatchObject({ name: "message", namespace: "jabber:client" });
    expect(Object.fromEntries(message?.attributes ?? [])).toEqual({ from: "anna@lan/x", a: "1 > 0" });
    expect(body(message)).toBe("Tür & Tor €");
    expect(message?.children[1]).toMatchObject({ name: "y", namespace: "urn:x" });
    expect(features).toMatchObject({ name: "features", namespace: "http://etherx.jabber.org/streams" });
    expect(read(`${HEAD}</stream:stream>`).closed).toBe(true);
  });

  it("are the same however they are cut", () => {
    const xml = `${HEAD} <message from='ä>b'><body>1 &lt; 2 ü</body><a><b c="'"/></a></message><iq type="result"/>`;
    const whole = read(xml).stanzas;
    fc.assert(
      fc.property(fc.array(fc.nat(Buffer.byteLength(xml)), { maxLength: 20 }), (cuts) => {
        const bytes = Buffer.from(xml);
        const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const chunks = places.slice(1).map((to, at) => bytes.subarray(places[at], to));
        expect(read(...chunks).stanzas).toEqual(whole);
      }),
    );
  });

  it("hold whatever text is put into them, but for what XML cannot hold", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const [message] = stanzas(`<message a="${escaped(text)}"><body>${escaped(text)}</body></message>`);
        const kept = text.replaceAll(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\u{FFFD}");
        expect([body(message), message?.attributes.get("a")]).toEqual([kept, kept]);
      }),
    );
  });

  it("a sender's own attribute does not pass for the server's", () => {
    const [message] = stanzas(
      "<message from='eve@lan' e:from='anna@lan' xmlns:e='urn:e'><body>x</body></message>",
    );
    expect(message?.attributes.get("from")).toBe("eve@lan");
    const [other] = stanzas("<message><e:body xmlns:e='urn:e'>x</e:body></message>");
    expect(other?.children[0]?.namespace).toBe("urn:e");
  });
});

describe("what somebody sends to do harm", () => {
  const after = "<message><body>danach</body></message>";
  it.each([
    ["deep", `<message><body>${"<a>".repeat(300)}x${"</a>".repeat(300)}</body></message>`],
    ["very deep", `<message><body>${"<a>".repeat(50_000)}x${"</a>".repeat(50_000)}</body></message>`],
    ["long text", `<message><body>${"x".repeat(70_000)}</body></message>`],
    ["a long attribute", `<message><a b='${"x".repeat(20_000)}'><c/></a><body>x</body></message>`],
    ["a long first tag", `<message b='${">".repeat(20_000)}'><body>x</body></message>`],
    ["a long name", `<message><${"x".repeat(20_000)}/></message>`],
    ["many elements", `<message>${"<a/>".repeat(5_000)}<body>x</body></message>`],
  ])("%s is left out, and the stream goes on", (_what, xml) => {
    expect(stanzas(xml + after).map(body)).toEqual(["danach"]);
  });

  it.each([
    ["elements", "<a b='c'>".repeat(7_000)],
    ["text", "x".repeat(65_000)],
    ["one tag", "<d e='y".padEnd(65_000, "y")],
    ["half an entity", "&amp".padEnd(65_000, "p")],
  ])("%s without end need no more memory", (_what, piece) => {
    const parser = new StreamParser({
      opened: () => undefined,
      stanza: () => undefined,
      closed: () => undefined,
    });
    parser.push(Buffer.from(`${HEAD}<message><body>`));
    const chunk = Buffer.from(piece);
    const used = () => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    parser.push(chunk);
    const before = used();
    for (let n = 0; n < 100; n += 1) parser.push(chunk);
    expect(used() - before).toBeLessThan(2e6);
  });

  it.each([
    ["a document type", "<!DOCTYPE a [<!ENTITY b 'c'>]><message/>", "unzulässiges XML"],
    ["an entity of its own", "<message><body>&lol;</body></message>", "unzulässiges XML"],
    ["half an entity", "<message><body>&amp</body></message>", "unzulässiges XML"],
    ["no character", "<message><body>&#0;</body></message>", "unzulässiges XML"],
    ["a comment", "<!-- --><message/>", "unzulässiges XML"],
    ["a CDATA section", "<message><![CDATA[x]]></message>", "unzulässiges XML"],
    ["an instruction", "<?php ?><message/>", "unzulässiges XML"],
    ["another end", "<message><body></message></body>", "ungültiges XML"],
    ["an unknown prefix", "<x:message/>", "ungültiges XML"],
    ["the same attribute twice", "<message a='1' a='2'/>", "ungültiges XML"],
    ["an attribute without quotes", "<message a=1/>", "ungültiges XML"],
    ["something behind the end", "</stream:stream><message/>", "Daten nach dem Ende"],
  ])("%s ends the stream", (_what, xml, fault) => {
    expect(() => stanzas(xml)).toThrow(new XmlFault(fault));
  });

  it.each(["HTTP/1.1 400 Bad Request", "<html>", "<stream xmlns='urn:x'>", "220 mail.lan ESMTP"])(
    "%s is no XMPP",
    (said) => {
      expect(() => read(said)).toThrow(new XmlFault("kein XMPP"));
    },
  );

  it("a billion laughs are not told", () => {
    const bomb = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
      "",
    );
    expect(() =>
      read(`<?xml version='1.0'?><!DOCTYPE x [<!ENTITY l0 "lol">${bomb}]>${HEAD.slice(21)}`),
    ).toThrow(XmlFault);
  });

  it("bytes at random give a stanza or a fault, never anything else", () => {
    const bits = fc.constantFrom(
      "<",
      ">",
      "/",
      "a",
      " ",
      "=",
      "'",
      '"',
      "&",
      ";",
      ":",
      "?",
      "!",
      "xmlns",
      "&lt;",
      HEAD,
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(bits, fc.string({ unit: "binary" }))), fc.uint8Array(), (parts, tail) => {
        try {
          read(HEAD, parts.join(""), tail);
        } catch (error) {
          expect(error).toBeInstanceOf(XmlFault);
        }
      }),
    );
  });
});
