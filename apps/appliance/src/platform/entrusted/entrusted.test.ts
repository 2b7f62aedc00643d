/** What a central may do with people of a site that lets it, and what it may not. */
import path from "node:path";
import type { CallName, Level } from "@hubwart/contract";
import {
  ConflictError,
  createLogger,
  DeniedError,
  InvalidInputError,
  ManualClock,
  MemoryLogSink,
  NotFoundError,
} from "@hubwart/core";
import { openStore, type Store } from "@hubwart/core/store";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Handlers } from "../../http/handlers.ts";
import { ForbiddenError } from "../../http/rights.ts";
import { quickHasher } from "../../testing/quick-hasher.ts";
import { ADMINISTRATOR } from "../../testing/signed-in.ts";
import type { CentralLeave } from "../people/people.ts";
import { SessionService } from "../session/service.ts";
import { entrustedRoutes } from "./routes.ts";

const OURS = "AA:BB";
const PASSWORD = "richtig und lang";

const folder = useFolder();
let clock: ManualClock;
let store: Store;
let sessions: SessionService;
let handlers: Handlers;
let leave: CentralLeave | undefined;
let noted: object[];
beforeEach(async () => {
  clock = new ManualClock();
  const files = {
    file: path.join(folder(), "state.db"),
    credentialFile: path.join(folder(), "credential.json"),
  };
  store = openStore({ ...files, now: () => clock.now() });
  const log = createLogger("system", "session", new MemoryLogSink());
  sessions = new SessionService(store, clock, log, quickHasher);
  await sessions.setFirst(PASSWORD, "::1");
  leave = { central: OURS, may: "engineer" };
  sessions.people.followCentral(() => leave);
  noted = [];
  handlers = entrustedRoutes({
    people: sessions.people,
    authorities: { list: () => [], addMissing: () => Promise.reject(new Error("none")) },
    clock,
    hosts: async () => ["hub.local"],
  });
});
afterEach(() => {
  store.close();
});

/** As the edge does it: with what the site allows. */
async function ask<T = object>(call: CallName, body: object): Promise<T> {
  const who = { kind: "central", id: "central:eva", name: "Eva", owner: "Zentrale" };
  const session = { id: "remote:1", level: leave?.may ?? "see", who, bounds: undefined, entrusted: true };
  const audit = (note: object) => void noted.push(note);
  return (await handlers[call]?.({ body, session, audit } as never)) as T;
}
const entry = (name: string, role: Level = "operate") => ({ name, label: "", role, channels: null });
const save = (name: string, role?: Level) => ask("entrustedPersonSave", entry(name, role));
const remove = (name: string) => ask("entrustedPersonRemove", { name });
const look = (...names: string[]) => ask<Record<string, object[]>>("entrustedLook", { names });
const link = (name: string) => ask<{ token: string; hosts: string[] }>("entrustedPersonLink", { name });
const named = (name: string) => sessions.people.named(name);
const accept = (token: string) =>
  sessions.invitations.accept(token, { pwd: PASSWORD, otp: undefined, address: "::1", agent: undefined });
const login = (name: string) => sessions.login(PASSWORD, "::1", { name });
async function ofSite(name: string, role: Level): Promise<string> {
  const { id, token } = sessions.people.invite(entry(name, role));
  await accept(token);
  return id;
}

describe("a person that the central keeps", () => {
  it("is there without a link, changes when the central says so, and is told with its state", async () => {
    await save("anna", "see");
    expect(noted).toEqual([{ after: entry("anna", "see") }]);
    expect(await look()).toEqual({
      people: [{ ...entry("anna", "see"), state: "expired" }],
      others: [],
      authorities: [],
    });
    await save("Anna", "engineer");
    expect(noted[1]).toEqual({ before: entry("anna", "see"), after: entry("Anna", "engineer") });
    expect(sessions.people.all().people).toHaveLength(1);
  });

  it("gets no higher level than the site allows the central", async () => {
    await expect(save("anna", "admin")).rejects.toThrow(ForbiddenError);
    await save("anna", "engineer");
    await expect(save("anna", "admin")).rejects.toThrow("Mehr als Integrator");
    expect(named("anna")?.role).toBe("engineer");
  });

  it("sets a password by a link, and may what the site allows the central at that moment", async () => {
    await save("anna", "engineer");
    const { hosts, token } = await link("anna");
    expect(hosts).toEqual(["hub.local"]);
    expect(JSON.stringify(noted)).not.toContain(token);
    const { token: session } = await accept(token);
    expect(sessions.authenticate(session, true)).toMatchObject({ level: "engineer", keptByCentral: true });
    await expect(accept(token)).rejects.toThrow(NotFoundError);
    leave = { central: OURS, may: "see" };
    expect(sessions.authenticate(session, true)?.level).toBe("see");
    expect(sessions.list().length).toBeGreaterThan(0);
  });

  it.each([
    ["no consent any more", undefined],
    ["another central", { central: "CC:DD", may: "admin" } as const],
  ])("gets in no more with %s, by no session, link or password", async (_, later) => {
    await save("anna", "see");
    const { token } = await accept((await link("anna")).token);
    const { token: open } = await link("anna");
    leave = later;
    expect(sessions.authenticate(token, true)).toBeUndefined();
    expect(sessions.people.invited(open)).toBeUndefined();
    await expect(login("anna")).rejects.toThrow(DeniedError);
    leave = { central: OURS, may: "see" };
    expect((await login("anna")).token).not.toBe("");
    // Also the session from before, once it was told that the site allows less.
    sessions.people.endCentral();
    expect(sessions.authenticate(token, true)).toBeUndefined();
  });

  it("stays locked where the site locked it, and is not changed by the site", async () => {
    await save("anna", "see");
    const id = named("anna")?.id ?? "";
    sessions.people.lock(id, true, ADMINISTRATOR);
    await save("anna", "operate");
    expect(named("anna")).toMatchObject({ locked: true, role: "operate" });
    await expect(link("anna")).rejects.toThrow("gesperrt");
    expect(() => sessions.people.save(id, entry("anna", "admin"), ADMINISTRATOR)).toThrow(ConflictError);
    sessions.people.remove(id, ADMINISTRATOR);
    expect(named("anna")).toBeUndefined();
  });

  it("never is the administrator without whom nobody would be one", async () => {
    leave = { central: OURS, may: "admin" };
    await save("anna", "admin");
    await accept((await link("anna")).token);
    const by = { kind: "person", id: named("anna")?.id ?? "", name: "anna" } as const;
    expect(() => sessions.people.saveOwner({ name: "Chef", locked: true }, by)).toThrow("kein Administrator");
  });

  it("that another central kept is a person of the site", async () => {
    await save("anna", "see");
    leave = { central: "CC:DD", may: "admin" };
    await expect(save("anna", "admin")).rejects.toThrow(ConflictError);
    await expect(link("anna")).rejects.toThrow(ConflictError);
    expect((await look("anna"))["people"]).toEqual([]);
  });
});

describe("people of the site", () => {
  it("are not changed, get no link, and are told by their name alone", async () => {
    await ofSite("bert", "see");
    await expect(save("BERT", "engineer")).rejects.toThrow("„bert“ gibt es an diesem Standort schon");
    await expect(link("bert")).rejects.toThrow(ConflictError);
    expect(named("bert")?.role).toBe("see");
    expect(await look("anna")).toMatchObject({ people: [], others: [] });
    expect(await look("Bert", "administrator")).toMatchObject({
      people: [],
      others: [
        { name: "Administrator", locked: false },
        { name: "bert", locked: false },
      ],
    });
  });

  it("who are no longer wanted are locked, not removed, up to the level that the site allows", async () => {
    const id = await ofSite("bert", "engineer");
    await ofSite("carl", "admin");
    await remove("BERT");
    expect(named("bert")).toMatchObject({ id, locked: true });
    await expect(login("bert")).rejects.toThrow(DeniedError);
    await expect(remove("carl")).rejects.toThrow(ForbiddenError);
    expect(named("carl")?.locked).toBe(false);
    expect(noted).toEqual([
      { before: { name: "bert", locked: false }, after: { name: "bert", locked: true } },
    ]);
  });

  it("keep the one password, and the last administrator", async () => {
    leave = { central: OURS, may: "admin" };
    const id = await ofSite("carl", "admin");
    await expect(save("Administrator")).rejects.toThrow(InvalidInputError);
    await expect(remove("administrator")).rejects.toThrow("Passwort des Geräts");
    sessions.people.saveOwner({ name: "Administrator", locked: true }, { kind: "person", id, name: "carl" });
    await save("eva", "admin");
    await accept((await link("eva")).token);
    await expect(remove("carl")).rejects.toThrow("kein Administrator");
    expect(named("carl")?.locked).toBe(false);
  });

  it("are left alone where there is nobody of the name", async () => {
    expect(await remove("niemand")).toEqual({});
    await save("anna");
    await remove("ANNA");
    expect(sessions.people.all().people).toEqual([]);
  });
});

it("nothing is told or done where the site does not want it any more", async () => {
  leave = undefined;
  const calls: [CallName, object][] = [
    ["entrustedLook", { names: [] }],
    ["entrustedPersonSave", entry("anna", "see")],
    ["entrustedPersonRemove", { name: "anna" }],
    ["entrustedPersonLink", { name: "anna" }],
    ["entrustedAuthorityAdd", { authority: "x" }],
  ];
  for (const [call, body] of calls)
    await expect(ask(call, body), call).rejects.toThrow(
      call.endsWith("Link") ? NotFoundError : ForbiddenError,
    );
  expect(sessions.people.all().people).toEqual([]);
});
