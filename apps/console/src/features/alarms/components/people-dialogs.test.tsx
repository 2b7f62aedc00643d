import { act, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { render } from "../../../testing/render.tsx";
import { commonTexts } from "../../../texts/index.ts";
import { type People, type Person, type Roster, usePeople } from "../api/people.ts";
import { PersonDialog } from "./person-dialog.tsx";
import { RosterDialog } from "./roster-dialog.tsx";

let pods: { id: string }[] = [];
vi.mock("../../../api/pods.ts", () => ({ usePods: () => ({ data: { pods } }) }));
vi.mock("../../../api/device-clock.ts", () => ({ useClockOffset: () => 0 }));

const ANNA: Person = { id: "a1", name: "Anna Berger", chats: [], absences: [] };
const BERT: Person = { id: "b2", name: "Bert Cordes", chats: [], absences: [] };
const TECHNIK: Roster = {
  id: "technik",
  shifts: [{ days: [1], from: "07:00", to: "17:00", people: ["a1", "b2"] }],
  used: true,
};
const DATA: People = { code: 0, people: [ANNA, BERT], rosters: [TECHNIK], missing: [], zone: "UTC" };
const TODAY = "2026-11-25";

beforeEach(() => {
  tokenStore.store("token");
  pods = [];
});

const onClose = vi.fn();
const personDialog = (person?: Person) =>
  render(<PersonDialog person={person} people={DATA.people} etag='"1"' today={TODAY} onClose={onClose} />);
const rosterDialog = (roster?: Roster, name?: string) =>
  render(<RosterDialog roster={roster} name={name} data={DATA} etag='"1"' today={TODAY} onClose={onClose} />);
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const field = (label: string | RegExp) => screen.getByLabelText(label);

it("sends a person with what was typed, and the mark of the list", async () => {
  const asked = scriptFetch({ body: { code: 0, id: "c3" } });
  personDialog();
  type(field(/^Name/), " Carla ");
  type(field(/^E-Mail/), "carla@example.org");
  await press("Abwesenheit hinzufügen");
  await press("Speichern");
  expect(asked[0]?.body).toEqual({
    name: "Carla",
    email: "carla@example.org",
    chats: [],
    absences: [{ from: TODAY, to: TODAY }],
  });
  expect(asked[0]?.headers.get("If-Match")).toBe('"1"');
  expect(onClose).toHaveBeenCalled();
});

it("says what is wrong beside the field, here and after the appliance", async () => {
  const message = "Der letzte Tag liegt vor dem ersten.";
  const asked = scriptFetch({
    status: 400,
    body: { code: 400, fields: [{ field: "absences.0.to", message }] },
  });
  personDialog();
  type(field(/^Name/), "Bert Cordes");
  await press("Speichern");
  expect(screen.getByText(commonTexts.form.taken("Bert Cordes"))).toBeTruthy();
  expect(asked).toEqual([]);
  type(field(/^Name/), "Carla");
  await press("Abwesenheit hinzufügen");
  await press("Speichern");
  const absence = within(screen.getByRole("region", { name: "Abwesenheit 1" }));
  expect(absence.getByLabelText(/^Letzter Tag/).getAttribute("aria-invalid")).toBe("true");
  expect(absence.getByText(message)).toBeTruthy();
});

it("forgets a complaint with the entry it was about", async () => {
  personDialog(ANNA);
  await press("Chat hinzufügen");
  await press("Speichern");
  expect(field(/^Adresse/).getAttribute("aria-invalid")).toBe("true");
  await press("Entfernen: Chat 1");
  await press("Chat hinzufügen");
  expect(field(/^Adresse/).getAttribute("aria-invalid")).not.toBe("true");
});

it("offers the chat pods of the project, and keeps one that is gone", async () => {
  pods = [{ id: "chat.haus" }, { id: "email.mail" }];
  personDialog({ ...ANNA, chats: [{ pod: "chat.alt", to: "anna" }] });
  const select = field(/^Pod/) as HTMLSelectElement;
  expect(select.value).toBe("chat.alt");
  expect([...select.options].map(({ value }) => value)).toEqual(["", "chat.alt", "chat.haus"]);
});

it("asks before an entry that only a button added is given up", async () => {
  onClose.mockClear();
  personDialog(ANNA);
  await press("Abwesenheit hinzufügen");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape", code: "Escape" });
  expect(await screen.findByText(commonTexts.unsaved.title)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

it("makes the roster that the project names, with people in their order", async () => {
  const asked = scriptFetch({ body: { code: 0 } });
  rosterDialog(undefined, "nacht");
  for (const id of ["a1", "b2"]) {
    type(field("Weitere Person"), id);
    await press("Hinzufügen: Schicht 1");
  }
  expect(screen.getByText("Alle Personen stehen in dieser Schicht.")).toBeTruthy();
  await press("Nach oben: Bert Cordes");
  // At the top already.
  await press("Nach oben: Bert Cordes");
  fireEvent.click(screen.getByRole("checkbox", { name: "Sonntag" }));
  await press("Speichern");
  expect(asked[0]?.body).toEqual({
    id: "nacht",
    shifts: [{ days: [1, 2, 3, 4, 5, 6], from: "00:00", to: "00:00", people: ["b2", "a1"] }],
  });
});

it("does not send a shift without days and people, and says so", async () => {
  const asked = scriptFetch();
  rosterDialog(undefined, "nacht");
  for (const day of ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"])
    fireEvent.click(screen.getByRole("checkbox", { name: day }));
  await press("Speichern");
  expect(screen.getByText("Erwartet wird mindestens ein Wochentag.")).toBeTruthy();
  expect(screen.getByText("Erwartet wird mindestens eine Person.")).toBeTruthy();
  expect(asked).toEqual([]);
});

it("shows the coming two weeks until something is changed", async () => {
  const now = Date.now();
  scriptFetch({
    body: {
      code: 0,
      spans: [
        { from: now, to: now + 3_600_000, person: "b2" },
        { from: now + 3_600_000, to: now + 7_200_000 },
      ],
    },
  });
  rosterDialog(TECHNIK);
  const plan = await screen.findByRole("table", { name: "Die nächsten zwei Wochen" });
  expect(within(plan).getByText("Bert Cordes")).toBeTruthy();
  expect(within(plan).getByText("Niemand")).toBeTruthy();
  type(field(/^Von/), "08:00");
  expect(screen.queryByRole("table")).toBeNull();
});

it("does not overwrite what somebody else stored unseen", async () => {
  const theirs = { ...TECHNIK, shifts: TECHNIK.shifts.map((shift) => ({ ...shift, from: "06:00" })) };
  const marks: (string | null)[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    if (init.method !== "POST") {
      const body = address.includes("/alarms/duty") ? { code: 0, spans: [] } : { ...DATA, rosters: [theirs] };
      return Response.json(body, { headers: { ETag: '"2"' } });
    }
    marks.push(new Headers(init.headers).get("If-Match"));
    return marks.at(-1) === '"2"'
      ? Response.json({ code: 0 })
      : Response.json({ code: 409 }, { status: 409 });
  });
  const Loaded = () => <span>{usePeople().data?.etag}</span>;
  render(
    <>
      <Loaded />
      <RosterDialog roster={TECHNIK} data={DATA} etag='"1"' today={TODAY} onClose={onClose} />
    </>,
  );
  expect(await screen.findByText('"2"')).toBeTruthy();
  type(field(/^Von/), "08:00");
  await press("Speichern");
  expect(await screen.findByText(commonTexts.conflict.title)).toBeTruthy();
  const difference = screen.getByRole("row", { name: /Schicht 1, Von/ });
  expect(within(difference).getByText("06:00")).toBeTruthy();
  expect(within(difference).getByText("08:00")).toBeTruthy();
  expect(marks).toEqual(['"1"']);
  await press(commonTexts.conflict.takeOver);
  expect((field(/^Von/) as HTMLInputElement).value).toBe("06:00");
});
