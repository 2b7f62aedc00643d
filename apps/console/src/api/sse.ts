/**
 * Reads server-sent events from a response, since EventSource can send no header.
 * Format: https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export interface ServerEvent {
  event: string;
  data: string;
}

/** Splits a text that arrives in pieces into events. Comments (keep-alives), ids and retries are dropped. */
export function createEventParser(onEvent: (event: ServerEvent) => void): (piece: string) => void {
  let rest = "";
  let event = "";
  let data: string[] = [];

  function line(text: string): void {
    if (text === "") {
      if (data.length > 0) onEvent({ event: event || "message", data: data.join("\n") });
      event = "";
      data = [];
      return;
    }
    const colon = text.indexOf(":");
    if (colon === 0) return;
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? "" : text.slice(colon + 1).replace(/^ /, "");
    if (field === "event") event = value;
    else if (field === "data") data.push(value);
  }
  return (piece) => {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) line(text.endsWith("\r") ? text.slice(0, -1) : text);
  };
}

/**
 * Resolves when the server closes the stream; rejects when the connection breaks or `signal` aborts.
 *
 * @param onPiece something came, a keep-alive too
 */
export async function readEvents(
  response: Response,
  onEvent: (event: ServerEvent) => void,
  onPiece: () => void,
): Promise<void> {
  if (!response.body) return;
  const feed = createEventParser(onEvent);
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onPiece();
    feed(decoder.decode(value, { stream: true }));
  }
}
