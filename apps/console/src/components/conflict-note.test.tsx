import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Conflict } from "../lib/conflict.ts";
import { render } from "../testing/render.tsx";
import { ConflictNote } from "./conflict-note.tsx";
import { SaveButton } from "./save-button.tsx";
import { differenceOf } from "./text-difference.tsx";

const ways = () => ({ takeOver: vi.fn(), merge: vi.fn(), overwrite: vi.fn() });
const show = (conflict: Conflict) =>
  render(
    <form>
      <ConflictNote conflict={conflict} />
      <SaveButton off busy={false}>
        Speichern
      </SaveButton>
    </form>,
  );
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

it("comes into view with the focus, and shows both sides", () => {
  const seen = vi.fn();
  Element.prototype.scrollIntoView = seen;
  show({ met: 1, differences: [{ label: "Port", theirs: "81", mine: "82" }], ...ways() });
  expect(document.activeElement).toBe(screen.getByRole("alert"));
  expect(seen).toHaveBeenCalledOnce();
  expect(screen.getByRole("row", { name: "Port 81 82" })).toBeTruthy();
});

it.each([
  ["Zusammenführen", "merge"],
  ["Gespeicherten Stand übernehmen", "takeOver"],
  ["Überschreiben", "overwrite"],
] as const)(
  "goes on by %s, and the focus to the saving button, though nothing is to be saved",
  (name, way) => {
    const all = ways();
    show({ met: 1, differences: [], ...all });
    act(() => void fireEvent.click(button(name)));
    expect(all[way]).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(button("Speichern"));
  },
);

it("shows texts line by line, with what is around a difference", () => {
  const lines = (middle: string) => ["a", "b", "c", "d", middle, "e", "f", "g", "h"].join("\n");
  expect(differenceOf(lines("alt"), lines("neu")).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    "skipped: … 2 gleiche Zeilen",
    "same: c",
    "same: d",
    "theirs: alt",
    "mine: neu",
    "same: e",
    "same: f",
    "skipped: … 2 gleiche Zeilen",
  ]);
});
