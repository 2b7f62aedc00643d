import type { Job } from "@hubwart/contract";
import { Notifications } from "@mantine/notifications";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { useInfo } from "../../../api/info.ts";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
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
  needs: "admin",
  cancellable: true,
  code: 0,
  message: "",
};

const list = () => screen.getByRole("list", { hidden: true });

it("names the one job that runs, how far it is, its step, and a way to stop it", () => {
  render(<JobsChip jobs={[JOB]} />);
  const chip = screen.getByRole("button", { name: "1 laufender Vorgang" });
  expect(chip.textContent).toBe("Datensicherung erstellen27\u00a0%");
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

it("lets jobs be stopped by who may begin their like", async () => {
  tokenStore.store("token");
  const me = { kind: "person", name: "Bea", level: "operate", bounded: false };
  scriptFetch({ body: { code: 0, session: true, me, system: { host: { tz: { zone: "UTC" } } } } });
  function Frame() {
    useInfo();
    return <JobsChip jobs={[JOB, { ...JOB, id: 8, title: "Konstanten übernehmen", needs: "operate" }]} />;
  }
  render(<Frame />);
  const names = () =>
    within(list())
      .getAllByRole("button", { hidden: true })
      .map((button) => button.getAttribute("aria-label"));
  await waitFor(() => expect(names()).toEqual(["„Konstanten übernehmen“ abbrechen"]));
});

it("says that stopping it was done", async () => {
  tokenStore.store("token");
  const asked = scriptFetch({ body: { code: 0 } });
  render(
    <>
      <JobsChip jobs={[JOB]} />
      <Notifications />
    </>,
  );
  const name = "„Datensicherung erstellen“ abbrechen";
  await act(async () => fireEvent.click(within(list()).getByRole("button", { name, hidden: true })));
  expect(asked[0]?.url.searchParams.get("id")).toBe("7");
  expect(await screen.findByText("Aktion erfolgreich ausgeführt")).toBeTruthy();
});
