/**
 * A streaming reader for the XML inside workbooks: text in pieces in, tags and text out. Namespace
 * prefixes are dropped (writers differ in them), document types are refused (their entities are an
 * old way to blow memory up), and memory is bounded by the longest tag.
 *
 *     const xml = new XmlReader({ open(name, attributes) {}, close(name) {}, text(value) {} });
 *     for (const chunk of chunks) xml.push(chunk);
 *     xml.end();
 */
export interface XmlHandler {
  /** `attributes` is the raw text between the name and the end of the tag; see `attributesOf`. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** Decoded text; may come in several pieces. */
  text(value: string): void;
}

export class XmlProblem extends Error {}

const LONGEST_TAG = 1024 * 1024;
const DEEPEST = 200;

export class XmlReader {
  readonly #handler: XmlHandler;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  readonly #stack: string[] = [];
  #rest = "";
  #started = false;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  push(chunk: Uint8Array): void {
    let piece: string;
    try {
      piece = this.#decoder.decode(chunk, { stream: true });
    } catch {
      throw new XmlProblem("not UTF-8");
    }
    this.#scan(this.#rest === "" ? piece : this.#rest + piece);
  }

  end(): void {
    if (this.#rest.trim() !== "" || this.#stack.length > 0 || !this.#started) {
      throw new XmlProblem("ends too early");
    }
  }

  #scan(data: string): void {
    let at = 0;
    for (;;) {
      const start = data.indexOf("<", at);
      if (start === -1) {
        this.#keep(this.#textBefore(data, at, data.length));
        return;
      }
      if (start > at && this.#stack.length > 0) this.#handler.text(decodeEntities(data.slice(at, start)));
      const end = endOfMarkup(data, start);
      if (end === -1) {
        this.#keep(data.slice(start));
        return;
      }
      this.#markup(data, start, end);
      at = end;
    }
  }

  /** Hands text on up to a possibly cut entity, and returns what must wait for the next piece. */
  #textBefore(data: string, from: number, to: number): string {
    if (this.#stack.length === 0) return "";
    const cut = data.lastIndexOf("&");
    const safe = cut >= from && data.indexOf(";", cut) === -1 ? cut : to;
    if (safe > from) this.#handler.text(decodeEntities(data.slice(from, safe)));
    return data.slice(safe, to);
  }

  #keep(rest: string): void {
    if (rest.length > LONGEST_TAG) throw new XmlProblem("a tag is too long");
    this.#rest = rest;
  }

  #markup(data: string, start: number, end: number): void {
    const second = data.charCodeAt(start + 1);
    if (second === 33) {
      if (data.startsWith("<![CDATA[", start)) this.#handler.text(data.slice(start + 9, end - 3));
      else if (!data.startsWith("<!--", start)) throw new XmlProblem("document types are not read");
      return;
    }
    if (second === 63) return;
    if (second === 47) {
      const name = localName(data.slice(start + 2, end - 1).trimEnd());
      if (this.#stack.pop() !== name) throw new XmlProblem("tags do not match");
      this.#handler.close(name);
      return;
    }
    const selfClosing = data.charCodeAt(end - 2) === 47;
    const inner = data.slice(start + 1, selfClosing ? end - 2 : end - 1);
    const space = inner.search(/\s/);
    const name = localName(space === -1 ? inner : inner.slice(0, space));
    if (name === "") throw new XmlProblem("a tag has no name");
    this.#started = true;
    this.#handler.open(name, space === -1 ? "" : inner.slice(space));
    if (selfClosing) this.#handler.close(name);
    else {
      if (this.#stack.length >= DEEPEST) throw new XmlProblem("nested too deeply");
      this.#stack.push(name);
    }
  }
}

/** Index after the markup that begins at `start`, or -1 if the piece ends before it. */
function endOfMarkup(data: string, start: number): number {
  const second = data.charCodeAt(start + 1);
  if (second === 33) {
    if (data.length < start + 9) return -1;
    if (data.startsWith("<!--", start)) return after(data, "-->", start + 4);
    if (data.startsWith("<![CDATA[", start)) return after(data, "]]>", start + 9);
    return after(data, ">", start);
  }
  if (second === 63) return after(data, "?>", start);
  let at = start + 1;
  for (;;) {
    const close = data.indexOf(">", at);
    if (close === -1) return -1;
    const open = openQuote(data, at, close);
    if (open === "") return close + 1;
    const quoteEnd = data.indexOf(open, close);
    if (quoteEnd === -1) return -1;
    at = quoteEnd + 1;
  }
}

function after(data: string, text: string, from: number): number {
  const at = data.indexOf(text, from);
  return at === -1 ? -1 : at + text.length;
}

/** The quote that is still open at `to`, or an empty string. */
function openQuote(data: string, from: number, to: number): string {
  let quote = "";
  for (let i = from; i < to; i++) {
    const c = data.charCodeAt(i);
    if (c !== 34 && c !== 39) continue;
    const mark = c === 34 ? '"' : "'";
    if (quote === "") quote = mark;
    else if (quote === mark) quote = "";
  }
  return quote;
}

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? name : name.slice(colon + 1);
}

/** Attributes by local name (`r:id` is found as `id`). What is no attribute ends the list. */
export function attributesOf(raw: string): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; ; ) {
    const equals = raw.indexOf("=", at);
    if (equals === -1) return found;
    const name = localName(raw.slice(at, equals).trim());
    let start = equals + 1;
    while (raw.charCodeAt(start) <= 32) start += 1;
    const quote = raw[start];
    if (quote !== '"' && quote !== "'") return found;
    const end = raw.indexOf(quote, start + 1);
    if (end === -1) return found;
    found.set(name, decodeEntities(raw.slice(start + 1, end)));
    at = end + 1;
  }
}

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-z]{2,4});/g, (whole, name: string) => {
    if (!name.startsWith("#")) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole;
    const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
