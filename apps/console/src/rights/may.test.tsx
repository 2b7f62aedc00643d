/** Who is offered what: by the call's own fields, and with a word why not. */
import { alarmRosterSave, basketSave, type Level, podRestart } from "@hubwart/contract";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { useInfo } from "../api/info.ts";
import { tokenStore } from "../session/token-store.ts";
import { scriptFetch } from "../testing/fetch.ts";
import { render } from "../testing/render.tsx";
import { LookOnly, May } from "./may.tsx";

beforeEach(() => tokenStore.store("token"));

/** What the frame of the console does. */
function Pulse() {
  useInfo();
  return null;
}

function show(level: Level, bounded = false): void {
  const me = { kind: "person", name: "Bea", level, bounded };
  scriptFetch({ body: { code: 0, session: true, me, system: { host: { tz: { zone: "UTC" } } } } });
  render(
    <>
      <Pulse />
      <May call={podRestart}>
        <button type="button">Neu starten</button>
      </May>
      <LookOnly call={basketSave}>
        <button type="button">Speichern</button>
      </LookOnly>
      <LookOnly call={alarmRosterSave}>
        <button type="button">Dienstplan</button>
      </LookOnly>
    </>,
  );
}
const locked = (name: string) => screen.getByRole("button", { name }).matches(":disabled");

it("leaves out what leads to a refusal, and locks what may be looked at with the role that it needs", async () => {
  show("see");
  await waitFor(() => expect(screen.queryByText("Neu starten")).toBeNull());
  expect(locked("Speichern")).toBe(true);
  expect(screen.getAllByText("Nur zum Ansehen: Zum Ändern braucht es die Rolle Bediener.")).toHaveLength(2);
});

it("offers what a role may", async () => {
  show("operate");
  await waitFor(() => expect(screen.queryByText("Neu starten")).toBeNull());
  expect(locked("Speichern")).toBe(false);
  expect(screen.queryByText(/Nur zum Ansehen/)).toBeNull();
});

it("says that the access is kept to some channels, where the level would do", async () => {
  show("operate", true);
  await screen.findByText("Nur zum Ansehen: Ihr Zugang ist auf einen Teil der Channels beschränkt.");
  expect(locked("Dienstplan")).toBe(true);
  expect(locked("Speichern")).toBe(false);
});
