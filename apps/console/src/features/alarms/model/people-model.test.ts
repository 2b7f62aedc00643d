import { alarmPersonSave, alarmRosterSave } from "@hubwart/contract";
import { describe, expect, it } from "vitest";
import { schemaErrors } from "../../../lib/schema-form.ts";
import type { Person, Roster } from "../api/people.ts";
import {
  absenceText,
  coming,
  dateIn,
  isAbsent,
  PERSON_WORDS,
  personBody,
  personDraft,
  personFields,
  rostersOf,
} from "./person.ts";
import {
  daysText,
  moved,
  replaced,
  rosterBody,
  rosterDraft,
  rosterFields,
  rosterWords,
  shiftEnd,
  shiftText,
  without,
} from "./roster.ts";

const ANNA: Person = {
  id: "a1",
  name: "Anna Berger",
  email: "anna@example.org",
  chats: [{ pod: "chat.haus", to: "@anna:example.org" }],
  absences: [
    { from: "2026-12-24", to: "2026-12-31", why: "Urlaub" },
    { from: "2026-03-02", to: "2026-03-02" },
  ],
};
const BERT: Person = { id: "b2", name: "Bert Cordes", chats: [], absences: [] };
const SHIFT = { days: [1, 2, 3, 4, 5], from: "07:00", to: "24:00", people: ["a1", "b2"] };
const TECHNIK: Roster = { id: "technik", shifts: [SHIFT], used: true };
const TODAY = "2026-11-25";

describe("a person", () => {
  it("goes into the dialog and back as it was", () => {
    const { id, ...rest } = ANNA;
    expect(personBody(personDraft(ANNA), id)).toEqual(ANNA);
    expect(personBody(personDraft(ANNA))).toEqual(rest);
    expect(schemaErrors(alarmPersonSave.body, personBody(personDraft(BERT), "b2"))).toEqual({});
  });

  it("has what is wrong beside its fields, each of which the dialog shows", () => {
    const draft = {
      name: " ",
      email: "anna",
      chats: [{ pod: "haus", to: "" }],
      absences: [{ from: "", to: "2026-02-30", why: "" }],
    };
    const wrong = schemaErrors(alarmPersonSave.body, personBody(draft));
    expect(Object.keys(wrong).sort((a, b) => a.localeCompare(b))).toEqual([
      "absences.0.from",
      "absences.0.to",
      "chats.0.pod",
      "chats.0.to",
      "email",
      "name",
    ]);
    const shown = new Set(personFields(draft));
    expect(Object.keys(wrong).filter((field) => !shown.has(field))).toEqual([]);
  });

  it.each([
    ["2026-12-23", false],
    ["2026-12-24", true],
    ["2026-12-31", true],
    ["2027-01-01", false],
  ])("is absent on both days and between: %s", (day, absent) => expect(isAbsent(ANNA, day)).toBe(absent));

  it("shows absences that are not over, the next first", () => {
    expect(coming(ANNA, "2026-01-01").map(absenceText)).toEqual([
      "02.03.2026",
      "24.12.2026 – 31.12.2026 (Urlaub)",
    ]);
    expect(coming(ANNA, "2026-12-31")).toHaveLength(1);
    expect(coming(ANNA, "2027-01-01")).toEqual([]);
  });

  it("lives by the date of the device", () => {
    const late = Date.parse("2026-12-24T23:30:00Z");
    expect(dateIn("UTC", late)).toBe("2026-12-24");
    expect(dateIn("Europe/Berlin", late)).toBe("2026-12-25");
  });

  it("stands in rosters", () => {
    expect(rostersOf([TECHNIK, { ...TECHNIK, id: "leer", shifts: [] }], "b2")).toEqual(["technik"]);
  });

  it("has words for what somebody else stored", () => {
    const { label, value } = PERSON_WORDS;
    const draft = personDraft(ANNA);
    expect(label("email", draft)).toBe("E-Mail-Adresse");
    expect(label("chats.0.to", draft)).toBe("Chat 1, Adresse");
    expect(label("absences.1.to", draft)).toBe("Abwesenheit 2, Letzter Tag");
    expect(value?.("chats", draft.chats)).toBe("chat.haus: @anna:example.org");
    expect(value?.("absences", draft.absences)).toContain("24.12.2026 – 31.12.2026 (Urlaub)");
    expect(value?.("email", "x")).toBeUndefined();
  });
});

describe("a roster", () => {
  it("goes into the dialog and back, with midnight as a field for times can show it", () => {
    const draft = rosterDraft({ ...TECHNIK, turns: { since: "2026-01-05", at: "08:00" } }, TODAY);
    expect(rosterBody(draft, "technik")).toEqual({
      was: "technik",
      id: "technik",
      shifts: [{ ...SHIFT, to: "00:00" }],
      turns: { since: "2026-01-05", at: "08:00" },
    });
    expect(rosterBody({ ...draft, turns: false })).not.toHaveProperty("turns");
    expect(schemaErrors(alarmRosterSave.body, rosterBody(draft))).toEqual({});
  });

  it("is new with a shift for always, and turns that would begin on a Monday", () => {
    expect(rosterDraft(undefined, TODAY, "nacht")).toMatchObject({
      id: "nacht",
      shifts: [{ days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "00:00", people: [] }],
      turns: false,
      since: "2026-11-23",
    });
    expect(rosterDraft(undefined, "2026-11-23").since).toBe("2026-11-23");
    expect(rosterDraft(undefined, "2026-11-22").since).toBe("2026-11-16");
  });

  it("has what is wrong beside its fields, each of which the dialog shows", () => {
    const draft = {
      ...rosterDraft(TECHNIK, TODAY),
      id: "",
      shifts: [{ days: [], from: "", to: "", people: [] }],
      turns: true,
      since: "",
      at: "",
    };
    const wrong = Object.keys(schemaErrors(alarmRosterSave.body, rosterBody(draft)));
    expect(wrong).toHaveLength(7);
    const shown = new Set(rosterFields(draft));
    expect(wrong.filter((field) => !shown.has(field))).toEqual([]);
    expect(rosterFields(rosterDraft(TECHNIK, TODAY))).toContain("shifts.0.people.1");
  });

  it.each([
    [[1, 2, 3, 4, 5, 6, 7], "täglich"],
    [[5, 1, 2, 3, 4], "Mo–Fr"],
    [[6, 7], "Sa, So"],
    [[1, 3, 4, 5, 7], "Mo, Mi–Fr, So"],
    [[], ""],
  ])("names its days: %j", (days, text) => expect(daysText(days)).toBe(text));

  it.each([
    ["07:00", "17:00", ""],
    ["00:00", "00:00", "Den ganzen Tag"],
    ["17:00", "00:00", "Bis Mitternacht"],
    ["17:00", "07:00", "Bis 07:00 Uhr am Folgetag"],
    ["07:00", "07:00", "Bis 07:00 Uhr am Folgetag"],
    ["", "07:00", ""],
  ])("says where a shift of %s to %s ends", (from, to, text) => expect(shiftEnd({ from, to })).toBe(text));

  it("reads as a sentence, with names", () => {
    expect(shiftText(SHIFT, [ANNA])).toBe("Mo–Fr, 07:00–24:00: Anna Berger, Unbekannte Person");
    expect(shiftText({ ...SHIFT, people: [] }, [])).toBe("Mo–Fr, 07:00–24:00: Niemand");
    expect(shiftText(SHIFT, [ANNA, BERT], 1)).toBe("Mo–Fr, 07:00–24:00: Anna Berger und 1 weitere");
    expect(shiftText(SHIFT, [ANNA, BERT], 2)).toBe("Mo–Fr, 07:00–24:00: Anna Berger, Bert Cordes");
  });

  it("has words for what somebody else stored", () => {
    const { label, value } = rosterWords([ANNA, BERT]);
    const draft = rosterDraft(TECHNIK, TODAY);
    expect(label("id", draft)).toBe("Name");
    expect(label("shifts.1.from", draft)).toBe("Schicht 2, Von");
    expect(value?.("shifts.0.people", ["b2", "a1"])).toBe("Bert Cordes, Anna Berger");
    expect(value?.("shifts.0.people.1", "a1")).toBe("Anna Berger");
    expect(value?.("shifts.0.days", [6, 7])).toBe("Sa, So");
    expect(value?.("shifts", [SHIFT])).toBe("Mo–Fr, 07:00–24:00: Anna Berger, Bert Cordes");
    expect(value?.("turns", true)).toBeUndefined();
  });
});

it("lists move, lose and change an entry", () => {
  expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(without(["a", "b", "a"], 2)).toEqual(["a", "b"]);
  expect(replaced(["a", "b"], 1, "c")).toEqual(["a", "c"]);
});
