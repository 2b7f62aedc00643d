/** Who is signed in, what ends it, and what is told of the sign-in before. */
import { LIMITS } from "@hubwart/contract";
import { createLogger, ManualClock, MemoryLogSink, NotFoundError } from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { quickHasher } from "../../testing/quick-hasher.ts";
import { ADMINISTRATOR } from "../../testing/signed-in.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { auditTrail } from "../audit/trail.ts";
import { SessionService } from "./service.ts";

const PASSWORD = "richtig und lang";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";
const log = createLogger("system", "session", new MemoryLogSink());

const folder = useFolder();
let clock: ManualClock;
let store: Store;
let sessions: SessionService;
let first: string;
let firstId: string;

function open(): void {
  store = openTestStore(folder(), clock);
  sessions = new SessionService(store, clock, log, quickHasher);
}
const idOf = (token: string) => sessions.authenticate(token, false)?.id ?? "";

beforeEach(async () => {
  clock = new ManualClock();
  open();
  first = await sessions.setFirst(PASSWORD, "10.0.0.1", FIREFOX);
  firstId = idOf(first);
});
afterEach(() => {
  store.close();
});

describe("the list of sessions", () => {
  it("says from where each was begun, since when, and when it was used last", async () => {
    const began = clock.now();
    clock.advance(60_000);
    const { token } = await sessions.login(PASSWORD, "10.0.0.2");
    clock.advance(30_000);
    sessions.authenticate(first, true);
    expect(sessions.list()).toEqual([
      {
        id: firstId,
        who: ADMINISTRATOR,
        browser: "Firefox",
        system: "Linux",
        address: "10.0.0.1",
        since: began,
        used: clock.now(),
      },
      {
        id: idOf(token),
        who: ADMINISTRATOR,
        browser: "",
        system: "",
        address: "10.0.0.2",
        since: began + 60_000,
        used: began + 60_000,
      },
    ]);
  });

  it("has a session once, however many tokens it has, and none that is over", async () => {
    sessions.refresh(first);
    sessions.refresh(first);
    expect(sessions.list().map(({ id }) => id)).toEqual([firstId]);
    clock.advance(LIMITS.tokenIdle);
    expect(sessions.list()).toEqual([]);
  });

  it("is the same after a restart, and holds nothing of sessions that are over for long", async () => {
    const before = sessions.list();
    store.close();
    clock = new ManualClock(clock.now() + 1000);
    open();
    expect(sessions.list()).toEqual(before);
    clock.advance(LIMITS.tokenIdle);
    sessions.tokens.sweep();
    const { token } = await sessions.login(PASSWORD, "10.0.0.2");
    expect([...store.sessions.origins().keys()]).toEqual([idOf(token)]);
  });

  it("knows sessions of an older release, of which nothing is known", () => {
    store.sessions.insert(Buffer.alloc(32, 1), {
      sessionId: "old",
      lastUse: clock.now(),
      deadline: null,
      parent: null,
    });
    expect(sessions.list().find(({ id }) => id === "old")).toMatchObject({ address: "", since: 0 });
  });

  it("goes with a change of the password", async () => {
    await sessions.login(PASSWORD, "10.0.0.2");
    const next = await sessions.own.change("10.0.0.1", PASSWORD, "ein neues Passwort", FIREFOX);
    expect(sessions.list()).toMatchObject([{ id: idOf(next), browser: "Firefox" }]);
  });
});

describe("ending", () => {
  const heard = new Map<string, number>();
  const hear = (token: string) => {
    const id = idOf(token);
    sessions.tokens.onEnd(id, () => heard.set(id, (heard.get(id) ?? 0) + 1));
    return id;
  };
  beforeEach(() => heard.clear());

  it("a session ends all its tokens at once, and tells who waits; no other", async () => {
    const { token } = await sessions.login(PASSWORD, "10.0.0.2");
    const [other, mine] = [hear(token), hear(first)];
    const next = sessions.refresh(token);
    expect(sessions.end(other)).toMatchObject({ address: "10.0.0.2" });
    expect([idOf(token), idOf(next), idOf(first)]).toEqual(["", "", mine]);
    expect([...heard]).toEqual([[other, 1]]);
    expect(() => sessions.end(other)).toThrow(NotFoundError);
  });

  it("all others leaves the one that asks, with all its tokens", async () => {
    const { token } = await sessions.login(PASSWORD, "10.0.0.2");
    const { token: third } = await sessions.login(PASSWORD, "10.0.0.3");
    const [b, c] = [hear(token), hear(third)];
    hear(first);
    const next = sessions.refresh(first);
    const ended = sessions.endOthers(firstId).map(({ id }) => id);
    expect(new Set(ended)).toEqual(new Set([b, c]));
    expect([idOf(token), idOf(third), idOf(first), idOf(next)]).toEqual(["", "", firstId, firstId]);
    expect(heard).toEqual(
      new Map([
        [b, 1],
        [c, 1],
      ]),
    );
    expect(sessions.endOthers(firstId)).toEqual([]);
  });

  it("is told to whoever watches for it", async () => {
    const { token } = await sessions.login(PASSWORD, "10.0.0.2");
    const watch = sessions.watch(idOf(token));
    sessions.endOthers(firstId);
    expect(watch.ended).toBe(true);
  });
});

describe("the sign-in before", () => {
  const note = (code: number, address: string) => {
    const entry = { call: "login", address, code, before: undefined, after: undefined };
    auditTrail(store, clock, log).record(entry);
  };
  const last = async () => (await sessions.login(PASSWORD, "10.0.0.9")).last;

  it("is none at the first", async () => expect(await last()).toBeUndefined());

  it("is told with the attempts that failed since, over a restart as well", async () => {
    note(401, "10.6.6.6");
    const at = clock.now();
    note(0, "10.0.0.2");
    clock.advance(1000);
    for (const code of [401, 401, 401, 403, 503]) note(code, "10.6.6.6");
    expect(await last()).toEqual({ at, address: "10.0.0.2", failed: 3 });
    store.close();
    open();
    expect(await last()).toEqual({ at, address: "10.0.0.2", failed: 3 });
    note(0, "10.0.0.9");
    expect(await last()).toMatchObject({ address: "10.0.0.9", failed: 0 });
  });
});
