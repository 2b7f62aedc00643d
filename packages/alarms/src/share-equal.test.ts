import { describe, expect, it } from "vitest";
import { shareEqual } from "./share-equal.ts";

describe("equal parts of a message", () => {
  it("become one, and say what they said", () => {
    const row = (source: string, limits: unknown[]) => ({
      source,
      limits,
      text: "zu warm",
      config: {},
      tags: [],
    });
    const message = () => ({
      channels: [{ chan: "bus.x.a" }, { chan: "bus.x.b" }],
      alarms: [
        row("bus.x.a", [25]),
        row("bus.x.b", [25]),
        row("bus.x.b", ["25"]),
        row("bus.x.b", [{ chan: "bus.x.a" }]),
      ],
    });
    const read = JSON.parse(JSON.stringify(message())) as ReturnType<typeof message>;
    shareEqual(read);
    expect(read).toEqual(message());
    const [first, second, text] = read.alarms;
    expect(second?.limits).toBe(first?.limits);
    expect(second?.config).toBe(first?.config);
    expect(text?.limits).not.toBe(first?.limits);
    expect(first?.tags).not.toBe(first?.config);
    expect(first).not.toBe(second);
  });

  it("are left apart where a list is long", () => {
    const long = () => Array.from({ length: 9 }, (_, at) => at);
    const read = { a: long(), b: long() };
    shareEqual(read);
    expect(read.a).not.toBe(read.b);
  });
});
