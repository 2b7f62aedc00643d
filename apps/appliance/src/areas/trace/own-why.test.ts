import type { Why, WhyCause } from "@hubwart/ipc";
import { describe, expect, it } from "vitest";
import { keptTo } from "../../http/bounds.ts";
import { ownWhy } from "./own-why.ts";

const step = (kind: Why["steps"][number]["kind"], id: string, fine = true) => ({ kind, id, text: id, fine });
const cause = (id: string, page: "pod" | "channel" | "script", at: string): WhyCause => ({
  kind: "other",
  id,
  text: `Text zu ${id}`,
  mend: "Abhilfe",
  since: 7,
  place: { page, id: at },
});
/** knx.a.ziel ← knx.b.mitte ← mqtt.c.quelle, and what was found there. */
const why = (given: Partial<Why>): Why => ({
  chan: "knx.a.ziel",
  state: "bad",
  value: 1,
  quality: 2,
  last: 1,
  count: 1,
  text: given.cause?.text ?? "Gültig",
  steps: [
    step("channel", "knx.a.ziel"),
    step("link", "knx.b.mitte → knx.a.ziel"),
    step("channel", "knx.b.mitte"),
    step("link", "mqtt.c.quelle → knx.b.mitte"),
    step("channel", "mqtt.c.quelle"),
    step("pod", "mqtt.c"),
    ...(given.cause ? [step("iface", given.cause.id, false)] : []),
  ],
  skipped: 0,
  more: [],
  others: 0,
  ...given,
});
const told = (patterns: string[], given: Partial<Why>) =>
  ownWhy(keptTo({ bounds: { channels: patterns } }), why(given));
const REFUSED = cause("mqtt.c/main", "pod", "mqtt.c");

describe("why, told to who is kept to some channels", () => {
  it("is the whole of it where the way is his", () => {
    expect(told(["knx.*", "mqtt.c.*"], { cause: REFUSED })).toEqual(why({ cause: REFUSED }));
    expect(ownWhy(keptTo(undefined), why({ cause: REFUSED }))).toEqual(why({ cause: REFUSED }));
  });

  it("says that the cause is outside, and when it came, where it was found at another channel", () => {
    const answer = told(["knx.a.*"], { cause: REFUSED });
    expect(answer.cause).toEqual({
      kind: "outside",
      id: "outside",
      since: 7,
      text: "Die Ursache liegt außerhalb Ihres Bereichs",
      mend: "Sagen Sie es der Person, die das Projekt betreut.",
    });
    expect(answer.text).toBe(answer.cause?.text);
    expect(answer.steps.map(({ fine, kind }) => `${kind} ${fine}`)).toEqual([
      "channel true",
      "outside true",
      "outside false",
    ]);
    // Of the pod he has another channel.
    const { cause: shown, steps } = told(["knx.a.*", "mqtt.c.andere"], { cause: REFUSED });
    expect([shown?.kind, ...steps.map(({ kind }) => kind)]).toEqual([
      "outside",
      "channel",
      "outside",
      "outside",
    ]);
  });

  it("leaves out what is between two of his", () => {
    const { cause: shown, steps } = told(["knx.a.*", "mqtt.c.*"], { cause: REFUSED });
    expect(shown).toEqual(REFUSED);
    expect(steps.map(({ kind }) => kind)).toEqual(["channel", "outside", "channel", "pod", "iface"]);
  });

  it("blames no link or channel beyond his own", () => {
    const all = ["knx.*", "mqtt.c.quelle"];
    for (const other of [
      cause("s7.x.y → mqtt.c.quelle", "channel", "mqtt.c.quelle"),
      cause("mqtt.c.quelle", "channel", "s7.x.y"),
      cause("circle s7.x.y", "channel", "mqtt.c.quelle"),
    ])
      expect(told(all, { cause: other }).cause?.kind, other.id).toBe("outside");
  });

  it("tells of a script that it is one, and not what it said", () => {
    const { cause: shown, steps } = told(["*"], { cause: cause("geheim.lua", "script", "geheim.lua") });
    expect(shown).toMatchObject({
      kind: "other",
      text: "Ein Skript des Projekts arbeitet nicht, wie es soll",
    });
    expect(JSON.stringify([shown, steps])).not.toContain("geheim");
    const source = told(["*"], { steps: [step("channel", "knx.a.ziel"), step("script", "geheim.lua")] });
    expect([source.text, JSON.stringify(source).includes("geheim")]).toEqual([
      "Ein Skript des Projekts",
      false,
    ]);
  });

  it("does not say where a value comes from beyond his own", () => {
    const { cause: none, steps, text } = told(["knx.a.*"], { state: "good" });
    expect([none, text]).toEqual([undefined, "Gültig: kommt von außerhalb Ihres Bereichs"]);
    expect(steps.map(({ kind }) => kind)).toEqual(["channel", "outside"]);
  });

  it("names the other causes that are his, and that there are more", () => {
    const more = ["knx.a.x", "s7.x.y", "s7.x/main", "knx.a/main", "x.lua", "knx.a.x → s7.x.y"].map((id) => ({
      id,
      text: id,
    }));
    const { more: named, others } = told(["knx.a.*", "*.nie"], { cause: REFUSED, more, others: 6 });
    expect(named.map(({ id }) => id)).toEqual(["knx.a.x", "s7.x/main", "knx.a/main", "outside"]);
    expect(others).toBe(6);
  });
});
