import { describe, expect, it } from "vitest";
import { maySave, rightsText } from "./draft.ts";

const good = { username: "visu", role: "read", pwd: "geheimes", repeat: "geheimes" };

describe("a user may be saved", () => {
  it("whole, as a new and as a known one", () => {
    expect(maySave(good, true)).toBe(true);
    expect(maySave(good, false)).toBe(true);
  });
  it("without a password if there is one already", () => {
    expect(maySave({ ...good, pwd: "", repeat: "" }, false)).toBe(true);
    expect(maySave({ ...good, pwd: "", repeat: "" }, true)).toBe(false);
  });
  it.each([
    ["no name", { username: " " }],
    ["no role", { role: "" }],
    ["passwords that differ", { repeat: "geheime " }],
    ["one password only", { repeat: "" }],
    ["a password of less than eight characters", { pwd: "geheime", repeat: "geheime" }],
  ])("not with %s", (_what, change) => {
    expect(maySave({ ...good, ...change }, true)).toBe(false);
    expect(maySave({ ...good, ...change }, false)).toBe(false);
  });
});

describe("a role in words", () => {
  it.each([
    ["websocket", "write", true, "Liest und schreibt alle Channels."],
    ["websocket", "read", true, "Liest alle Channels."],
    ["websocket", "read:a.* write:b", true, "Liest a.*, b; schreibt b."],
    ["websocket", "read write:b", true, "Liest *; schreibt b."],
    ["websocket", "Hausmeister", false, "Diese Rolle gibt keine Rechte."],
    ["assets", "Hausmeister", true, "Liefert und empfängt die Werte der eigenen Channels."],
    ["assets", "write", true, "Liefert und empfängt die Werte der eigenen Channels."],
    ["assets", "read", true, "Empfängt nur; eigene Werte werden abgelehnt."],
    ["assets", "read:a write:b", true, "Nur eigene Channels aus: a, b."],
  ] as const)("%s %j", (kind, role, open, text) => {
    expect(rightsText(kind, role)).toEqual({ open, text });
  });
});
