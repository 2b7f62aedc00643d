import type { Job } from "@hubwart/contract";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "../../../testing/render.tsx";
import { JobsChip } from "./jobs-chip.tsx";

const JOB: Job = {
  id: 7,
  kind: "backup.create",
  title: "Datensicherung erstellen",
  lane: "device",
  state: "running",
  started: 1,
  ended: 0,
  address: "",
  steps: [
    { id: "a", label: "Daten sammeln", state: "done" },
    { id: "b", label: "Übertragen", state: "running" },
  ],
  progress: { done: 55, total: 200, unit: "bytes" },
  covers: null,
  cancellable: true,
  code: 0,
  message: "",
};
const list = () => screen.getByRole("list", { hidden: true });

it("names the one job that runs, how far it is, its step, and a way to stop it", () => {
  render(<JobsChip jobs={[JOB]} />);
  const chip = screen.getByRole("button", { name: "1 laufender Vorgang" });
  expect(chip.textContent).toBe("Datensicherung erstellen27 %");
  expect(within(list()).getByText("Übertragen · 27 %")).toBeTruthy();
  const bar = within(list()).getByRole("progressbar", { name: JOB.title, hidden: true });
  expect([bar.getAttribute("value"), bar.getAttribute("max")]).toEqual(["55", "200"]);
  expect(
    within(list()).getByRole("button", { name: "„Datensicherung erstellen“ abbrechen", hidden: true }),
  ).toBeTruthy();
});

it("counts several, and says what is being put back or has no measure", () => {
  const undoing: Job = { ...JOB, id: 8, state: "undoing", progress: null, cancellable: false };
  const counted: Job = { ...JOB, id: 9, progress: { done: 3, total: 5, unit: "count" } };
  render(<JobsChip jobs={[undoing, counted]} />);
  expect(screen.getByRole("button", { name: "2 laufende Vorgänge" }).textContent).toBe("2 Vorgänge");
  expect(within(list()).getByText("Wird zurückgenommen …")).toBeTruthy();
  expect(within(list()).getByText("Übertragen · 3 von 5")).toBeTruthy();
  expect(within(list()).getAllByRole("button", { hidden: true })).toHaveLength(1);
});
