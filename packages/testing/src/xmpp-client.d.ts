/** The part that the tests use; the library brings no types. */
declare module "@xmpp/client" {
  interface XmlElement {
    attrs: Record<string, string | undefined>;
    is(name: string): boolean;
    getChildText(name: string): string | null;
    getChild(name: string): XmlElement | undefined;
  }
  interface Client {
    on(event: "stanza", listener: (stanza: XmlElement) => void): void;
    on(event: "error", listener: (error: Error) => void): void;
    start(): Promise<unknown>;
    stop(): Promise<unknown>;
    send(element: XmlElement): Promise<void>;
    /** Reconnects by itself unless stopped. */
    reconnect: { stop(): void };
    /** ms. */
    timeout: number;
  }
  export function client(options: {
    service: string;
    domain: string;
    credentials: (
      authenticate: (credentials: { username: string; password: string }, mechanism: string) => Promise<void>,
    ) => Promise<void>;
  }): Client;
  export function xml(
    name: string,
    attributes?: Record<string, string>,
    ...children: (XmlElement | string)[]
  ): XmlElement;
}
