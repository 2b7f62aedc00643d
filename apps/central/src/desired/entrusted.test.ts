/** People and certificates that the central wants of sites: who differs in what, in plain words, and what each site keeps for itself. */
import { X509Certificate } from "node:crypto";
import type { Level } from "@hubwart/contract";
import { InvalidInputError, ManualClock } from "@hubwart/core";
import type { DesiredSettings, SiteAsked, SiteDrift } from "@hubwart/fleet";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeAuthority, makePair } from "../authority/certificates.ts";
import type { Person } from "../register/people.ts";
import { FakeFleet } from "../testing/fake-fleet.ts";
import { Desired } from "./desired.ts";

const ANNA: Person = { id: "anna", name: "Anna", level: "admin", created: 1 };
const NOW = Date.UTC(2026, 5, 1);
let root = "";
let other = "";
let server = "";
let fingerprint = "";
beforeAll(async () => {
  const authority = await makeAuthority({ name: "Firma Root", now: NOW, days: 100 });
  root = authority.certificate;
  fingerprint = new X509Certificate(root).fingerprint256;
  other = (await makeAuthority({ name: "Alt", now: NOW, days: 10 })).certificate;
  const pair = await makePair(authority, { name: "www", now: NOW, days: 10 }, ["www.example.org"]);
  server = pair.certificate.split("-----END CERTIFICATE-----")[0] + "-----END CERTIFICATE-----\n";
});

interface There {
  name: string;
  label: string;
  role: Level;
  channels: string[] | null;
  state: string;
}
let fleet: FakeFleet;
let there: There[];
let others: { name: string; locked: boolean }[];
let trusted: string[];
let orders: [string, object][];
let refuses: Record<string, string>;
let desired: Desired;
beforeEach(async () => {
  fleet = new FakeFleet(1);
  fleet.site(0).entrusts = true;
  [there, others, trusted, orders, refuses] = [[], [], [], [], {}];
  desired = await Desired.open({
    database: { query: async () => [] },
    groups: { get: (id) => ({ id, name: "Hotels", rule: "tag hotel", matches: () => true }) },
    sites: fleet,
    routed: { act: async (asked) => ({ status: 200, answer: answerTo(asked) }) },
    clock: new ManualClock(NOW),
  });
});

function answerTo({ body, call }: SiteAsked): object {
  if (call === "entrustedLook") return { code: 0, people: there, others, authorities: trusted };
  if (call === "entrustedPersonLink") return { code: 0, token: "geheim", until: 1, hosts: ["hub.local"] };
  if (call === "tzConfig" && !refuses["tzConfig"])
    return { code: 0, zone: "Europe/Vienna", active: "Europe/Vienna", support: { supported: true } };
  const name = String((body as { name?: string } | undefined)?.name);
  if (call !== "tzConfig") orders.push([call, body as object]);
  const why = refuses[name] ?? refuses[call];
  if (why !== undefined) return { code: 1205, message: why };
  there = there.filter((one) => one.name !== name);
  if (call === "entrustedPersonSave") there.push({ ...(body as There), state: "expired" });
  if (call === "entrustedAuthorityAdd") trusted.push(fingerprint);
  return { code: 0 };
}

const person = (name: string, role: Level = "see", label = "") => ({ name, label, role, channels: null });
async function looked(wishes: DesiredSettings): Promise<SiteDrift | undefined> {
  await desired.save("g", wishes);
  desired.look("g", ANNA);
  await vi.waitFor(() => expect(desired.asking("g")).toBe(false));
  return desired.sites("g")[0];
}
const apply = async () => (await desired.apply("g", [fleet.site(0).hub], ANNA))[0];

describe("people", () => {
  it("are looked after also where the site refuses another part, which is said", async () => {
    refuses = { tzConfig: "Dafür reichen Ihre Rechte nicht." };
    await looked({ zone: "Europe/Berlin", people: [person("anna")] });
    expect(await apply()).toMatchObject({
      state: "unknown",
      differs: [],
      waiting: ["anna"],
      reason: "Dafür reichen Ihre Rechte nicht.",
    });
    expect(orders.map(([call]) => call)).toEqual(["entrustedPersonSave"]);
  });

  it("that are missing or another way are named, and made so; nobody else is touched", async () => {
    there = [
      { ...person("bert", "operate"), state: "active" },
      { ...person("chef", "admin"), state: "active" },
      { ...person("dora"), channels: ["a.*"], label: "Dora", state: "locked" },
    ];
    const people = [person("anna"), person("Bert"), person("chef", "admin"), person("dora")];
    expect(await looked({ people })).toMatchObject({
      state: "differs",
      differs: ["people"],
      details: [
        "Person „anna“ fehlt.",
        "Person „Bert“: Rolle Bediener statt Betrachter.",
        "Person „dora“ ist am Standort gesperrt.",
        "Person „dora“: anderer Anzeigename.",
        "Person „dora“: andere Channels.",
      ],
      waiting: [],
    });
    expect(orders).toEqual([]);
    there = [...there, { ...person("eva", "admin"), state: "active" }];
    await apply();
    expect(orders.map(([call, body]) => [call, (body as There).name])).toEqual([
      ["entrustedPersonSave", "anna"],
      ["entrustedPersonSave", "Bert"],
      ["entrustedPersonSave", "dora"],
    ]);
    expect(there.map(({ name }) => name)).toContain("eva");
  });

  it("without a password yet are told, and are no difference", async () => {
    there = [{ ...person("anna"), state: "expired" }];
    expect(await looked({ people: [person("anna")] })).toMatchObject({ state: "same", waiting: ["anna"] });
  });

  it("that the site made itself, or refuses, are said; the others are done all the same", async () => {
    others = [{ name: "anna", locked: false }];
    refuses = { bert: "Mehr als Bediener erlaubt dieser Standort der Zentrale nicht." };
    await looked({ people: [person("anna"), person("bert", "admin"), person("carl")] });
    expect(await apply()).toMatchObject({
      state: "differs",
      details: [
        "Person „bert“: Mehr als Bediener erlaubt dieser Standort der Zentrale nicht.",
        "Person „anna“ hat der Standort selbst angelegt; sie bleibt, wie sie ist.",
        "Person „bert“ fehlt.",
      ],
      waiting: ["carl"],
    });
    expect(there.map(({ name }) => name)).toEqual(["carl"]);
  });

  it("who left are removed or locked, whoever made them", async () => {
    there = [{ ...person("weg"), state: "active" }];
    others = [
      { name: "Alt", locked: false },
      { name: "zu", locked: true },
    ];
    const found = await looked({ gone: ["WEG", "alt", "zu", "niemand"] });
    expect(found?.details).toEqual([
      "Person „WEG“ ist noch da.",
      "Person „alt“ hat der Standort selbst angelegt; sie ist nicht gesperrt.",
    ]);
    await apply();
    expect(orders).toEqual([
      ["entrustedPersonRemove", { name: "WEG" }],
      ["entrustedPersonRemove", { name: "alt" }],
    ]);
  });

  it("get a link of a site of the group, for whom it is wished, and nothing of it is kept", async () => {
    const { hub } = fleet.site(0);
    await desired.save("g", { people: [person("anna")] });
    expect(await desired.link("g", hub, "ANNA", ANNA)).toMatchObject({
      token: "geheim",
      hosts: ["hub.local"],
    });
    await expect(desired.link("g", hub, "bert", ANNA)).rejects.toThrow("nicht zu den Vorgaben");
    await expect(desired.link("g", "abcdefabcdef", "anna", ANNA)).rejects.toThrow("nicht zur Gruppe");
    expect(JSON.stringify([desired.sites("g"), desired.settings("g")])).not.toContain("geheim");
  });
});

describe("authorities", () => {
  it("are compared by fingerprint, and added where they are missing; others stay", async () => {
    trusted = ["00:11"];
    const found = await looked({ authorities: [root] });
    expect(found).toMatchObject({ state: "differs", differs: ["authorities"] });
    expect(found?.details).toEqual([
      `Zertifizierungsstelle „Firma Root“ fehlt (${fingerprint.slice(0, 23)} …).`,
    ]);
    expect(await apply()).toMatchObject({ state: "same", details: [] });
    expect(orders.map(([call]) => call)).toEqual(["entrustedAuthorityAdd"]);
    expect(trusted).toContain("00:11");
    expect(desired.authorities("g")).toEqual([
      { name: "Firma Root", fingerprint, until: NOW + 100 * 86_400_000 },
    ]);
  });

  it("that a site refuses are said with its reason", async () => {
    refuses = { entrustedAuthorityAdd: "Die Platte ist voll." };
    await looked({ authorities: [root] });
    expect((await apply())?.details[0]).toBe("Zertifizierungsstelle „Firma Root“: Die Platte ist voll.");
  });

  it("are kept without what stood around them, and refused where they are none", async () => {
    await desired.save("g", { authorities: [`Kommentar\n${root}\nmehr`] });
    expect(desired.settings("g").authorities).toEqual([new X509Certificate(root).toString()]);
    const key = "-----BEGIN PRIVATE KEY-----\nMC4=\n-----END PRIVATE KEY-----\n";
    const refused: [string[], string][] = [
      [[`${root}${key}`], "privaten Schlüssel"],
      [[`${root}${other}`], "einzeln"],
      [["kein Zertifikat"], "kein Zertifikat"],
      [[server], "kein Wurzelzertifikat"],
      [[root, root], "zweimal"],
    ];
    for (const [authorities, why] of refused) {
      const error = await desired.save("g", { authorities }).catch((thrown: unknown) => thrown);
      expect(error, why).toBeInstanceOf(InvalidInputError);
      expect((error as InvalidInputError).fields[0]?.message).toContain(why);
    }
  });
});

describe("a site that does not entrust them", () => {
  it("is asked for nothing of it, and that is a reason, no error and no difference", async () => {
    fleet.site(0).entrusts = false;
    const wishes = {
      zone: "Europe/Vienna",
      people: [person("anna")],
      gone: ["alt"],
      authorities: [root],
    } as const;
    const found = await looked({ ...wishes, people: [...wishes.people], gone: ["alt"], authorities: [root] });
    expect(found).toMatchObject({
      state: "withheld",
      differs: [],
      reason: "",
      withheld: ["authorities", "people", "gone"],
    });
    await apply();
    expect(orders).toEqual([]);
    expect(await looked({ zone: "Europe/Berlin", gone: ["alt"] })).toMatchObject({
      state: "differs",
      differs: ["zone"],
      withheld: ["gone"],
    });
  });
});

it("wishes that contradict themselves are refused", async () => {
  const fields = async (wishes: DesiredSettings) => {
    const error = await desired.save("g", wishes).catch((thrown: unknown) => thrown);
    return (error as InvalidInputError).fields?.map(({ field }) => field);
  };
  expect(await fields({ people: [person("anna"), person("Anna ")] })).toEqual(["settings.people.1.name"]);
  expect(await fields({ people: [person("anna")], gone: ["ANNA"] })).toEqual(["settings.gone.0"]);
  const bounded = { ...person("anna", "admin"), channels: ["a.*"] };
  expect(await fields({ people: [bounded] })).toEqual(["settings.people.0.channels"]);
  expect(desired.settings("g")).toEqual({});
});

it("a site that answers garbage or nothing is unknown with its reason", async () => {
  there = [{ name: "x" } as There];
  expect(await looked({ people: [person("anna")] })).toMatchObject({ state: "unknown", differs: [] });
  expect((await apply())?.reason).not.toBe("");
  expect(orders).toEqual([]);
});
