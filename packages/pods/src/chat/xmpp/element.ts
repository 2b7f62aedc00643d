/** An element of an XMPP stream as a tree, and text into XML. */
export interface Element {
  /** Without its prefix. */
  name: string;
  namespace: string;
  /** Those of no namespace: another sender's `x:from` must not pass for the server's `from`. */
  attributes: ReadonlyMap<string, string>;
  children: Element[];
  text: string;
}

export const NS = {
  client: "jabber:client",
  stream: "http://etherx.jabber.org/streams",
  streamErrors: "urn:ietf:params:xml:ns:xmpp-streams",
  stanzaErrors: "urn:ietf:params:xml:ns:xmpp-stanzas",
  tls: "urn:ietf:params:xml:ns:xmpp-tls",
  sasl: "urn:ietf:params:xml:ns:xmpp-sasl",
  bind: "urn:ietf:params:xml:ns:xmpp-bind",
  ping: "urn:xmpp:ping",
  delay: "urn:xmpp:delay",
  muc: "http://jabber.org/protocol/muc",
  mucUser: "http://jabber.org/protocol/muc#user",
} as const;

export function child(element: Element | undefined, name: string, namespace: string): Element | undefined {
  return element?.children.find((one) => one.name === name && one.namespace === namespace);
}

/** What XML 1.0 cannot hold: a value must not end the stream. */
const IMPOSSIBLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const ESCAPED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

export function escaped(text: string): string {
  return text.replaceAll(IMPOSSIBLE, "\u{FFFD}").replaceAll(/[&<>"']/g, (mark) => ESCAPED[mark] ?? "");
}
