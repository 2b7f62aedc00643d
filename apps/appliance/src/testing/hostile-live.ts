import * as fc from "fast-check";

/** What somebody may send on a live connection who means harm, or knows no better. */
export const anyLiveMessage = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.json({ maxDepth: 6 }),
  fc
    .record({
      t: fc.oneof(
        fc.constantFrom("hello", "subscribe", "unsubscribe", "write", "ping", "__proto__"),
        fc.string(),
      ),
      id: fc.anything({ maxDepth: 2 }),
      names: fc.anything({ maxDepth: 2 }),
      patterns: fc.array(fc.string({ maxLength: 20 }), { maxLength: 20 }),
      chan: fc.oneof(fc.constantFrom("knx.line.light", "__proto__", ""), fc.string()),
      value: fc.anything({ maxDepth: 3 }),
      token: fc.anything({ maxDepth: 1 }),
    })
    .map((message) => {
      try {
        return JSON.stringify(message);
      } catch {
        return "{}";
      }
    }),
  fc.constantFrom(
    `{"t":"write","chan":"a","value":${"[".repeat(60_000)}`,
    `{"t":"write","chan":"a","value":${"[".repeat(500)}${"]".repeat(500)}}`,
    `[${"0,".repeat(30_000)}0]`,
    `{"t":"subscribe","patterns":["${"*?".repeat(250)}"]}`,
    `{"t":"subscribe","patterns":[${'"*",'.repeat(1_500)}"*"]}`,
  ),
);
