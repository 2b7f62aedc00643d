import { describe, expect, it } from "vitest";
import { Dispatcher, type InChannel } from "./dispatch.ts";

function channel(index: number, filter: string, more: Partial<InChannel> = {}): InChannel {
  return {
    index,
    filter,
    qos: 0,
    type: "string",
    pointer: undefined,
    retained: "uncertain",
    echoes: false,
    ...more,
  };
}

function dispatcher(channels: InChannel[]) {
  const seen: unknown[][] = [];
  const made = new Dispatcher(channels, {
    took: (index, value, quality) => void seen.push([index, value, quality]),
    lost: (index) => void seen.push([index, "lost"]),
    failed: (index, reason) => void seen.push([index, reason]),
  });
  const send = (topic: string, payload: string | Buffer, retained = false) => {
    const bytes = Buffer.concat([Buffer.from("<<"), Buffer.from(payload), Buffer.from(">>")]);
    made.dispatch(topic, bytes, 2, bytes.length - 2, retained);
  };
  return { made, seen, send };
}

describe("Dispatcher", () => {
  it("subscribes once per filter and leaves out what a wider one covers", () => {
    const { made } = dispatcher([
      channel(0, "a/b"),
      channel(1, "a/b", { qos: 1 }),
      channel(2, "x/1", { qos: 2 }),
      channel(3, "x/+"),
      channel(4, "x/#", { qos: 1 }),
      channel(5, "y", { echoes: true }),
      channel(6, "z", { echoes: true }),
      channel(7, "z"),
    ]);
    expect(made.subscriptions).toEqual([
      { filter: "a/b", qos: 1, noLocal: false },
      { filter: "x/#", qos: 2, noLocal: false },
      { filter: "y", qos: 0, noLocal: true },
      { filter: "z", qos: 0, noLocal: false },
    ]);
  });

  it("serves every matching channel once, in order", () => {
    const { seen, send } = dispatcher([
      channel(0, "a/b"),
      channel(1, "a/+"),
      channel(2, "#"),
      channel(3, "c"),
    ]);
    send("a/b", "1");
    send("a/b", "2", true);
    send("nobody/c", "3");
    expect(seen).toEqual([
      [0, "1", 0],
      [2, "1", 0],
      [1, "1", 0],
      [0, "2", 1],
      [2, "2", 1],
      [1, "2", 1],
      [2, "3", 0],
    ]);
  });

  it("parses JSON once and reports what does not fit per channel", () => {
    const { seen, send } = dispatcher([
      channel(0, "a", { type: "float", pointer: ["x"] }),
      channel(1, "a", { type: "int", pointer: ["y"] }),
      channel(2, "a", { type: "json" }),
    ]);
    send("a", '{"x":1.5}');
    send("a", "nonsense");
    expect(seen).toEqual([
      [0, 1.5, 0],
      [1, "In der Nachricht gibt es kein „/y“"],
      [1, "lost"],
      [2, { x: 1.5 }, 0],
      [0, "„nonsense“ passt nicht; erlaubt ist gültiges JSON mit höchstens 64 Ebenen"],
      [0, "lost"],
      [1, "„nonsense“ passt nicht; erlaubt ist gültiges JSON mit höchstens 64 Ebenen"],
      [1, "lost"],
      [2, "„nonsense“ passt nicht; erlaubt ist gültiges JSON mit höchstens 64 Ebenen"],
      [2, "lost"],
    ]);
  });

  it("tells bytes that are no UTF-8 from a genuine replacement character", () => {
    const { seen, send } = dispatcher([channel(0, "a")]);
    send("a", Buffer.from([0x61, 0xff]));
    send("a", "\ufffd");
    expect(seen).toEqual([
      [0, expect.stringContaining("passt nicht")],
      [0, "lost"],
      [0, "\ufffd", 0],
    ]);
  });
});
