import { describe, expect, it } from "vitest";
import type { OutcomeKind, RunAnswer } from "./run-state.ts";
import { summaryText } from "./summary-text.ts";
import type { Runtime } from "./watch-runtime.ts";

const answer: RunAnswer = { code: 0, old_hash: "a", new_hash: "b", restart: true, errors: [] };
const upload = (kind: OutcomeKind, runtime?: Runtime) => summaryText("upload", { kind, answer }, runtime);

it.each([
  ["identical", undefined, "Das Projekt ist identisch mit dem Projekt auf dem System."],
  ["unchanged", undefined, "Das Projekt ist gültig und wurde übernommen."],
  ["applied", { kind: "waiting" }, "Das Projekt ist gültig und wurde übernommen."],
  ["applied", { kind: "finished" }, "Das Projekt ist gültig und wurde übernommen."],
  [
    "applied",
    { kind: "errors", messages: [] },
    "Das Projekt wurde übernommen, zur Laufzeit sind aber Fehler aufgetreten.",
  ],
  [
    "applied",
    { kind: "invalid_pod", pods: [] },
    "Das Projekt wurde übernommen, aber nicht alle Pods sind gestartet.",
  ],
  ["applied", { kind: "unlicensed" }, "Das Projekt ist gültig und wurde übernommen, läuft aber nicht."],
  ["invalid", undefined, "Das Projekt ist ungültig."],
  ["put_back", undefined, "Das neue Projekt lief nicht, das vorherige wurde wiederhergestellt."],
  ["not_started", undefined, "Das Projekt konnte nicht gestartet werden."],
] as const)("says of %s (%j): %s", (kind, runtime, title) => {
  expect(upload(kind, runtime).title).toBe(title);
});

it("gives the reason for a project that was put back, and says nothing twice", () => {
  const title = "Das neue Projekt lief nicht, das vorherige wurde wiederhergestellt.";
  const outcome = {
    kind: "put_back",
    answer: { ...answer, message: `${title} Port 502 ist belegt.` },
  } as const;
  expect(summaryText("upload", outcome, undefined)).toMatchObject({
    tone: "error",
    title,
    text: "Port 502 ist belegt.",
  });
});

describe("after a check", () => {
  const check = (kind: OutcomeKind, more: Partial<RunAnswer> = {}) =>
    summaryText("check", { kind, answer: { ...answer, ...more } }, undefined).text;
  it("says what an upload would do", () => {
    expect(check("identical")).toBe("Beim Hochladen würde sich nichts ändern.");
    expect(check("valid")).toBe("Beim Hochladen wird der Hub neu gestartet.");
    expect(check("valid", { restart: false })).toBe("Es lässt sich ohne Neustart des Hubs übernehmen.");
  });
  it("never says that something was applied", () => {
    expect(check("invalid")).not.toContain("vorhandene Projekt");
  });
});
