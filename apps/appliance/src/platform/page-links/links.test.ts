import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { LIMITS } from "@hubwart/contract";
import {
  ConflictError,
  InvalidInputError,
  ManualClock,
  NotFoundError,
  UnavailableError,
} from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { demandWrite, keptTo, keptToAlarms } from "../../http/bounds.ts";
import { ForbiddenError } from "../../http/rights.ts";
import { signedIn } from "../../testing/signed-in.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { type LinkParts, PageLinks, type PagesNow } from "./links.ts";
import { linksSetting } from "./settings.ts";

const ADMIN = signedIn("admin");
const plain = { name: "Flur", page: "EG", may_set: true };

let folder: string;
let clock: ManualClock;
let store: Store;
let owner: ReturnType<LinkParts["ownerNow"]>;
let version: string | undefined;
let pages: Record<string, ReturnType<PagesNow["reach"]>>;
const open = () => {
  const links = new PageLinks({ store, clock, ownerNow: () => owner });
  links.use({ version: () => version, reach: (page) => pages[page] });
  links.sweep();
  return links;
};
const ofPage = {
  channels: ["a.a.temp", "a.a.soll"],
  alarms: ["a.a.druck"],
  writes: [
    { chan: "a.a.soll", min: 16, max: 26 },
    { chan: "a.a.art", among: [0, 1] },
  ],
};

beforeEach(() => {
  clock = new ManualClock();
  folder = mkdtempSync(path.join(tmpdir(), "links-"));
  store = openTestStore(folder, clock);
  owner = { level: "admin", bounds: undefined };
  version = "1";
  pages = { EG: ofPage };
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

describe("the link of a wall panel", () => {
  it("is 256 random bits, told once, and stored as a hash alone", () => {
    const { id, token } = open().create(ADMIN, plain);
    expect(token).toMatch(/^hwp_[A-Za-z0-9_-]{43}$/);
    expect(JSON.stringify(store.settings.read(linksSetting))).not.toContain(token.slice(4));
    expect(JSON.stringify(open().list())).not.toContain(token.slice(4));
    // Of a later start, too.
    expect(open().authenticate(token)).toEqual({
      id: `panel:${id}`,
      who: { kind: "panel", id, name: "Flur", page: "EG" },
      level: "operate",
      bounds: ofPage,
    });
  });

  it("is no other text, however near", () => {
    const links = open();
    const { token } = links.create(ADMIN, plain);
    const near = [token.slice(0, -1), `${token}A`, token.toUpperCase(), `hwp_${"A".repeat(43)}`, "hwp_", ""];
    expect(near.filter((text) => links.authenticate(text))).toEqual([]);
  });

  it("only looks unless it may set, and then sets what its blocks set, within their limits", () => {
    const links = open();
    const looks = links.authenticate(links.create(ADMIN, { ...plain, may_set: false }).token);
    expect([looks?.level, looks?.bounds?.writes]).toEqual(["see", []]);
    expect(() => demandWrite(looks, "a.a.soll", 20)).toThrow(ForbiddenError);
    const sets = links.authenticate(links.create(ADMIN, { ...plain, name: "Büro" }).token);
    demandWrite(sets, "a.a.soll", 16);
    demandWrite(sets, "a.a.soll", 26);
    demandWrite(sets, "a.a.art", 1);
    for (const [chan, value] of [
      ["a.a.soll", 15.9],
      ["a.a.soll", 26.1],
      ["a.a.soll", Number.NaN],
      ["a.a.soll", "999"],
      ["a.a.art", 2],
      ["a.a.art", "1"],
      ["a.a.temp", 20],
      ["a.a.druck", 1],
    ] as const)
      expect(() => demandWrite(sets, chan, value), `${chan} ${value}`).toThrow(ForbiddenError);
    demandWrite(ADMIN, "a.a.temp", 20);
  });

  it("sees the channels of its page; those of listed alarms as alarms alone", () => {
    const links = open();
    const session = links.authenticate(links.create(ADMIN, plain).token);
    const names = ["a.a.temp", "a.a.soll", "a.a.druck", "b.b.b"];
    expect(names.map(keptTo(session).channel)).toEqual([true, true, false, false]);
    expect(names.map(keptToAlarms(session).channel)).toEqual([true, true, true, false]);
  });

  it("ends what it opened when it is revoked, and is nobody from then on", () => {
    const links = open();
    const { id, token } = links.create(ADMIN, plain);
    const session = links.authenticate(token)?.id ?? "";
    let ended = 0;
    links.onEnd(session, () => (ended += 1));
    expect(links.revoke(id)).toMatchObject({ name: "Flur", page: "EG" });
    expect([ended, links.alive(session), links.authenticate(token)]).toEqual([1, false, undefined]);
    expect(open().authenticate(token)).toBeUndefined();
    links.onEnd(session, () => (ended += 1));
    expect(ended).toBe(2);
    expect(() => links.revoke(id)).toThrow(NotFoundError);
  });

  it("reaches nothing under a project without its page, and what was opened before ends", () => {
    const links = open();
    const { token } = links.create(ADMIN, plain);
    let ended = 0;
    links.onEnd(links.authenticate(token)?.id ?? "", () => (ended += 1));
    links.sweep();
    expect(ended).toBe(0);
    version = "2";
    pages = {};
    links.sweep();
    expect(ended).toBe(1);
    const session = links.authenticate(token);
    expect(session?.bounds).toEqual({ channels: [], alarms: [], writes: [] });
    expect([keptTo(session).channel("a.a.temp"), links.list()[0]?.state]).toEqual([false, "missing"]);
    expect(() => demandWrite(session, "a.a.soll", 20)).toThrow(ForbiddenError);
    pages = { EG: ofPage };
    expect([links.authenticate(token)?.bounds, links.list()[0]?.state]).toEqual([ofPage, "valid"]);
  });

  it("is nobody's guess while the project is being read", () => {
    const links = open();
    const { token } = links.create(ADMIN, plain);
    links.use({
      version: () => "1",
      reach: () => {
        throw new UnavailableError("liest");
      },
    });
    expect(() => links.authenticate(token)).toThrow(UnavailableError);
    expect(links.authenticate(`hwp_${"A".repeat(43)}`)).toBeUndefined();
  });

  it("stands as long as whoever made it is an administrator", () => {
    const links = open();
    const { token } = links.create(ADMIN, plain);
    let ended = 0;
    links.onEnd(links.authenticate(token)?.id ?? "", () => (ended += 1));
    for (const now of [
      undefined,
      { level: "engineer", bounds: undefined } as const,
      { level: "admin", bounds: { channels: ["a.*"] } } as const,
    ]) {
      owner = now;
      expect([links.authenticate(token), links.list()[0]?.state]).toEqual([undefined, "stopped"]);
    }
    links.sweep();
    expect(ended).toBe(1);
    owner = { level: "admin", bounds: undefined };
    links.onEnd(links.authenticate(token)?.id ?? "", () => (ended += 1));
    links.ownerChanged("");
    expect(ended).toBe(2);
  });

  it("is not made for a page that there is not, twice by one name, or without end", () => {
    const links = open();
    expect(() => links.create(ADMIN, { ...plain, page: "OG" })).toThrow(InvalidInputError);
    links.create(ADMIN, plain);
    expect(() => links.create(ADMIN, plain)).toThrow(InvalidInputError);
    for (let at = 1; at < LIMITS.pageLinks; at += 1) links.create(ADMIN, { ...plain, name: `p${at}` });
    expect(() => links.create(ADMIN, { ...plain, name: "zuviel" })).toThrow(ConflictError);
  });

  it("is over when there is another first administrator", () => {
    const links = open();
    const { token } = links.create(ADMIN, plain);
    let ended = 0;
    links.onEnd(links.authenticate(token)?.id ?? "", () => (ended += 1));
    links.revokeAll();
    expect([ended, links.authenticate(token), links.list()]).toEqual([1, undefined, []]);
  });
});
