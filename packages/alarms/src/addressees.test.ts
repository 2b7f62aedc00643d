import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AlarmSettings } from "@hubwart/ipc";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Addressees, plainWay } from "./addressees.ts";

const SETTINGS: AlarmSettings = {
  format: 1,
  zone: "Europe/Berlin",
  people: [
    {
      id: "a1",
      name: "Anna Berger",
      email: "anna@example.org",
      chats: [{ pod: "chat.haus", to: "@Anna:x.org" }],
      absences: [],
    },
    { id: "b2", name: "Bert", chats: [{ pod: "chat.haus", to: "42" }], absences: [] },
  ],
  rosters: [
    {
      id: "technik",
      shifts: [{ days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00", people: ["b2", "a1"] }],
    },
  ],
};

let folder: string;
let file: string;
let errors: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "addressees-"));
  file = path.join(folder, "alarm-settings.json");
  errors = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (content: unknown) => writeFileSync(file, JSON.stringify(content));
const open = () => new Addressees(file, { error: (text) => void errors.push(text) });

it("leads to whoever is on duty and has an address on the way, and to the way's own recipients without", () => {
  write(SETTINGS);
  const of = open();
  expect(of.wayOf("chat.haus", "technik", 0)).toBe("chat.haus#b2");
  expect(of.wayOf("email.mail.alle", "technik", 0)).toBe("email.mail.alle#a1");
  expect(of.wayOf("chat.werk", "technik", 0)).toBe("chat.werk");
  expect(of.wayOf("chat.haus", "leitung", 0)).toBe("chat.haus");
  expect(of.wayOf("chat.haus", undefined, 0)).toBe("chat.haus");
  expect(of.target("chat.haus#b2")).toEqual({ way: "chat.haus", to: "42" });
  expect(of.target("email.mail.alle#a1")).toEqual({ way: "email.mail.alle", to: "anna@example.org" });
  expect(of.target("email.mail#b2")).toEqual({ way: "email.mail" });
  expect(of.target("email.mail#gone")).toEqual({ way: "email.mail" });
  expect(of.target("email.mail")).toEqual({ way: "email.mail" });
});

it("names people as others know them", () => {
  write(SETTINGS);
  const of = open();
  expect(of.named("email.mail#a1")).toBe("email.mail (Anna Berger)");
  expect(of.named("email.mail#gone")).toBe("email.mail");
  expect(of.named("email.mail")).toBe("email.mail");
  expect(of.sender("chat.haus", "@anna:x.org")).toBe("chat.haus: Anna Berger");
  expect(of.sender("chat.werk", "@anna:x.org")).toBe("chat.werk: @anna:x.org");
  expect(plainWay("email.mail.alle#a1")).toBe("email.mail.alle");
});

it("follows the file, and keeps what it knows when that cannot be read", () => {
  const of = open();
  expect(errors).toEqual([]);
  expect(of.wayOf("chat.haus", "technik", 0)).toBe("chat.haus");
  write({ ...SETTINGS, link: "https://haus.example.org" });
  of.reload();
  expect(of.wayOf("chat.haus", "technik", 0)).toBe("chat.haus#b2");
  expect(of.link).toBe("https://haus.example.org");
  for (const broken of [{ ...SETTINGS, zone: "Mond/Krater" }, { ...SETTINGS, people: [{ id: "a" }] }, 7]) {
    write(broken);
    of.reload();
    expect(of.wayOf("chat.haus", "technik", 0)).toBe("chat.haus#b2");
  }
  expect(errors).toHaveLength(3);
  expect(errors[0]).toContain("Personen und Bereitschaften können nicht gelesen werden");
});
