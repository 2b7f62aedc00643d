/**
 * Reads an XMPP stream: bytes in, its header and whole stanzas out (RFC 6120, 11.1: no comments, instructions, document
 * types or entities of one's own).
 *
 *     const parser = new StreamParser({ opened() {}, stanza(element) {}, closed() {} });
 *     for (const chunk of chunks) parser.push(chunk);
 *
 * Invariants: work is linear in what comes, memory is bounded whatever comes. A stanza that is deeper or larger than what
 * a pod has use for is left out and the stream goes on: any stranger may send one, and must not be able to end the
 * stream by it. What no server passes on ends it. @throws XmlFault
 */
import { type Element, NS } from "./element.ts";
import { texts } from "./texts.ts";

/** What the other side sends, after "sendet". */
export class XmlFault extends Error {}

export interface StreamHandler {
  opened(): void;
  stanza(element: Element): void;
  closed(): void;
}

const LONGEST_TAG = 16_384;
const LONGEST_TEXT = 65_536;
const DEEPEST = 20;
const MOST_ELEMENTS = 500;

interface Open extends Element {
  /** As written, with its prefix. */
  tag: string;
  pieces: string[];
  /** Of the prefixes declared here, and "" for the default. */
  declared: ReadonlyMap<string, string>;
}

export class StreamParser {
  readonly #handler: StreamHandler;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  /** From the stream's own element down to the open one; elements that are left out are only counted. */
  readonly #stack: Open[] = [];
  #leftOut = 0;
  /** Of the stanza under way. */
  #elements = 0;
  #text = 0;
  #broken = false;
  /** Inside of < and >: what came of it so far, and the quote that is open. */
  #tag: string[] | undefined;
  #tagLength = 0;
  #tagStart = "";
  #tagEnd = "";
  #quote = "";
  #started = false;
  #ended = false;

  constructor(handler: StreamHandler) {
    this.#handler = handler;
  }

  push(chunk: Uint8Array): void {
    let data: string;
    try {
      data = this.#decoder.decode(chunk, { stream: true });
    } catch {
      throw new XmlFault(texts.notUtf8);
    }
    for (let at = 0; at < data.length; ) at = this.#tag ? this.#inTag(data, at) : this.#between(data, at);
  }

  #between(data: string, from: number): number {
    const start = data.indexOf("<", from);
    const end = start === -1 ? data.length : start;
    if (end > from) this.#addText(data.slice(from, end));
    if (start === -1) return end;
    this.#tag = [];
    this.#tagLength = 0;
    this.#tagStart = "";
    this.#tagEnd = "";
    this.#quote = "";
    return start + 1;
  }

  #inTag(data: string, from: number): number {
    let at = from;
    for (; at < data.length; at += 1) {
      const mark = data.charAt(at);
      if (this.#quote !== "") {
        if (mark === this.#quote) this.#quote = "";
      } else if (mark === '"' || mark === "'") this.#quote = mark;
      else if (mark === ">") break;
    }
    if (at > from) {
      if (this.#tagLength === 0) this.#tagStart = data.charAt(from);
      this.#tagEnd = data.charAt(at - 1);
      this.#tagLength += at - from;
      if (this.#tagLength > LONGEST_TAG) this.#tag = [];
      else this.#tag?.push(data.slice(from, at));
    }
    if (this.#tagStart === "!") throw new XmlFault(texts.forbiddenXml);
    if (at === data.length) return at;
    this.#tagDone((this.#tag ?? []).join(""));
    return at + 1;
  }

  #tagDone(tag: string): void {
    this.#tag = undefined;
    if (this.#ended) throw new XmlFault(texts.dataAfterEnd);
    if (this.#tagStart === "?") {
      if (this.#started || !tag.startsWith("?xml")) throw new XmlFault(texts.forbiddenXml);
      return;
    }
    this.#started = true;
    if (this.#tagStart === "/") {
      this.#close(tag.slice(1).trimEnd());
      return;
    }
    const alone = this.#tagEnd === "/";
    if (!this.#open(alone ? tag.slice(0, -1) : tag)) {
      if (!alone) this.#leftOut += 1;
    } else if (alone) this.#closeTop();
  }

  /** @returns false if the element is left out */
  #open(tag: string): boolean {
    const depth = this.#stack.length;
    if (depth === 1) {
      this.#elements = 0;
      this.#text = 0;
      this.#broken = false;
    }
    this.#elements += 1;
    const tooMuch =
      this.#tagLength > LONGEST_TAG || depth >= DEEPEST || (depth > 1 && this.#elements > MOST_ELEMENTS);
    if (this.#leftOut > 0 || tooMuch) {
      if (depth === 0) throw new XmlFault(texts.startTooLong);
      this.#broken = true;
      return false;
    }
    const name = NAME.exec(tag)?.[0];
    if (name === undefined) throw new XmlFault(texts.invalidXml);
    const { attributes, declared } = attributesOf(tag.slice(name.length));
    const colon = name.indexOf(":");
    const namespace = this.#namespace(colon === -1 ? "" : name.slice(0, colon), declared);
    if (namespace === undefined) throw new XmlFault(texts.invalidXml);
    const local = name.slice(colon + 1);
    if (depth === 0 && (local !== "stream" || namespace !== NS.stream)) throw new XmlFault(texts.noXmpp);
    this.#stack.push({
      tag: name,
      name: local,
      namespace,
      attributes,
      declared,
      children: [],
      text: "",
      pieces: [],
    });
    if (depth === 0) this.#handler.opened();
    return true;
  }

  #namespace(prefix: string, declared: ReadonlyMap<string, string>): string | undefined {
    const here = declared.get(prefix);
    if (here !== undefined) return here;
    for (let at = this.#stack.length - 1; at >= 0; at -= 1) {
      const found = this.#stack[at]?.declared.get(prefix);
      if (found !== undefined) return found;
    }
    return prefix === "" ? "" : undefined;
  }

  #close(tag: string): void {
    if (this.#leftOut > 0) {
      this.#leftOut -= 1;
      return;
    }
    if (this.#stack.at(-1)?.tag !== tag) throw new XmlFault(texts.invalidXml);
    this.#closeTop();
  }

  #closeTop(): void {
    const done = this.#stack.pop();
    if (!done) return;
    const { attributes, children, name, namespace, pieces } = done;
    const parent = this.#stack.at(-1);
    if (!parent) {
      this.#ended = true;
      this.#handler.closed();
      return;
    }
    const element = {
      name,
      namespace,
      attributes,
      children,
      text: this.#broken ? "" : decoded(pieces.join("")),
    };
    if (this.#stack.length > 1) parent.children.push(element);
    else if (!this.#broken) this.#handler.stanza(element);
  }

  #addText(piece: string): void {
    if (this.#stack.length === 0 && piece.trim() !== "") throw new XmlFault(texts.noXmpp);
    // Between stanzas there is white space, to keep the connection alive.
    if (this.#stack.length < 2 || this.#leftOut > 0) return;
    this.#text += piece.length;
    if (this.#text > LONGEST_TEXT) this.#broken = true;
    if (this.#broken) return;
    this.#stack.at(-1)?.pieces.push(piece);
  }
}

const NAME = /^[^\s=<>"'/&:]+(?::[^\s=<>"'/&:]+)?(?=\s|$)/;
const ATTRIBUTE = /\s+([^\s=<>"'/&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;

function attributesOf(raw: string): { attributes: Map<string, string>; declared: Map<string, string> } {
  const attributes = new Map<string, string>();
  const declared = new Map<string, string>();
  const seen = new Set<string>();
  let at = 0;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(raw);
    if (!found) break;
    const [whole, name = "", double, single] = found;
    if (seen.has(name)) throw new XmlFault(texts.invalidXml);
    seen.add(name);
    const value = decoded(double ?? single ?? "");
    if (name === "xmlns") declared.set("", value);
    else if (name.startsWith("xmlns:")) declared.set(name.slice("xmlns:".length), value);
    else if (!name.includes(":")) attributes.set(name, value);
    at += whole.length;
  }
  if (raw.slice(at).trim() !== "") throw new XmlFault(texts.invalidXml);
  return { attributes, declared };
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decoded(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(/&([^;&]{0,10});?/g, (whole, name: string) => {
    const named = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
    const digits = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name);
    const code =
      digits?.[1] === undefined ? Number(digits?.[2] ?? Number.NaN) : Number.parseInt(digits[1], 16);
    if (!whole.endsWith(";") || (named === undefined && !(code > 0 && code <= 0x10ffff)))
      throw new XmlFault(texts.forbiddenXml);
    return named ?? String.fromCodePoint(code);
  });
}
