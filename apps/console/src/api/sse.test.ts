import { describe, expect, it } from "vitest";
import { createEventParser, type ServerEvent } from "./sse.ts";

function parse(...pieces: string[]): ServerEvent[] {
  const events: ServerEvent[] = [];
  const feed = createEventParser((event) => events.push(event));
  for (const piece of pieces) feed(piece);
  return events;
}

describe("server-sent events", () => {
  it("are put together from any pieces", () => {
    const text = 'event: status\ndata: {"a":1}\n\n: beat\n\nevent: pods\r\ndata: x\r\ndata:y\r\n\r\n';
    const expected = [
      { event: "status", data: '{"a":1}' },
      { event: "pods", data: "x\ny" },
    ];
    expect(parse(text)).toEqual(expected);
    expect(parse(...text.split(""))).toEqual(expected);
  });

  it("without data or an end are none", () => {
    expect(parse("event: status\n\n", "data: unfinished\n")).toEqual([]);
  });

  it("without a name are messages", () => {
    expect(parse("data\n\n")).toEqual([{ event: "message", data: "" }]);
  });
});
