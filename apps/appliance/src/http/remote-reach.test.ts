/** Every call of the contract, asked as people of the central are: of each level that a site may allow. */
import { PassThrough, Readable } from "node:stream";
import { type CallName, type CallSpec, calls, LEVELS, reachedByTokens } from "@hubwart/contract";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { RoutedAnswer } from "@hubwart/fleet";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { RemoteCalls } from "../areas/central/remote.ts";
import type { Door } from "../areas/central/remote-request.ts";
import { RemoteCallers } from "../platform/remote-callers/callers.ts";
import { bareEdge } from "../testing/bare-edge.ts";
import type { AuditRecord, Session } from "./ports.ts";
import { ForbiddenError } from "./rights.ts";
import { createServer } from "./server.ts";

const specs = Object.entries(calls) as [CallName, CallSpec][];
const log = createLogger("system", "http", new MemoryLogSink());
const clock = new ManualClock();
const callers = new RemoteCallers();
const remote = new RemoteCalls({
  callers,
  clock,
  log,
  audit: { record: () => expect.fail("the edge writes its own") },
  folder: "/nowhere",
});
const scope = new Scope();
const reached: { name: CallName; session: Session | undefined; address: string }[] = [];
const records: AuditRecord[] = [];
const seen: string[] = [];
/** What handlers wait for, and what those of texts answer. */
let held: Promise<void> | undefined;
let sent: Readable | undefined;
const server = createServer({
  handlers: Object.fromEntries(
    specs.map(([name]) => [
      name,
      async (request: { session: Session | undefined; address: string }) => {
        reached.push({ name, session: request.session, address: request.address });
        await held;
        if (sent) return { file: sent };
        throw new ForbiddenError("handler");
      },
    ]),
  ),
  gate: {
    setup: true,
    authenticate: (token) => {
      seen.push(token);
      return callers.authenticate(token);
    },
    unchanged: ({ id }) => callers.alive(id),
    watch: () => ({ ended: false, stop: () => undefined }),
  },
  tickets: { redeem: () => ({ session: { id: "x" } as Session, parameters: {}, password: undefined }) },
  audit: { record: (entry) => void records.push(entry) },
  ...bareEdge(clock, log),
});
beforeAll(() => {
  remote.serve(server);
});
afterAll(async () => {
  await server.close();
  await scope.end();
});
beforeEach(() => {
  reached.length = 0;
  records.length = 0;
  seen.length = 0;
  held = undefined;
  sent = undefined;
});

const DOOR: Door = { may: "admin", entrust: false, central: "Zentrale", address: "zentrale.example" };
/** No files: what a page shows as text. */
const TEXTS: ReadonlySet<CallName> = new Set<CallName>(["stream", "systemLog", "updateLog"]);
const WATCH = "w".repeat(16);
const ANNA = { id: "anna", name: "Anna" };
function ask(
  message: object | string,
  door: Door | undefined = DOOR,
  { signal }: AbortController = new AbortController(),
): Promise<RoutedAnswer> {
  const asked =
    typeof message === "string"
      ? message
      : JSON.stringify({ v: 1, person: ANNA, level: "admin", ...message });
  return remote.answer(new TextEncoder().encode(asked), signal, door) as Promise<RoutedAnswer>;
}
/** Every parameter of its path. */
const paramsOf = ({ path }: CallSpec) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "data"]));
const inside = ({ status, body }: RoutedAnswer) =>
  status !== 403 || (JSON.parse(body) as { message: string }).message === "handler";

/** Written down once more: what is reached only where the site entrusts it. */
const ofPeopleAndCertificates = (name: string, { mutates }: CallSpec) =>
  name.startsWith("entrusted") || (mutates && /^(cert|tls)[A-Z]/.test(name));
const DOORS = LEVELS.flatMap((may) => [false, true].map((entrust) => ({ may, entrust })));

describe.each(DOORS)("a site that allows $may, and entrusts people: $entrust", ({ entrust, may }) => {
  it("is asked no more than that by a central that claims everything, and by an honest one no more than the person may", async () => {
    const wrong: string[] = [];
    for (const [name, spec] of specs)
      for (const [allowed, level] of [
        [may, "admin"],
        ["admin", may],
      ] as const) {
        reached.length = 0;
        const answer = await ask(
          { call: name, level, params: paramsOf(spec), query: { topics: "status" }, watch: WATCH },
          { ...DOOR, may: allowed, entrust },
        );
        const reachable =
          name === "info" ||
          (spec.access !== "public" &&
            spec.upload === undefined &&
            (spec.content === undefined || TEXTS.has(name)) &&
            (ofPeopleAndCertificates(name, spec)
              ? entrust && level === "admin"
              : reachedByTokens(spec.path)) &&
            LEVELS.indexOf(spec.needs) <= LEVELS.indexOf(may));
        if (reachable ? !inside(answer) : answer.status !== 403 || reached.length > 0) wrong.push(name);
        for (const { session } of reached) if (session?.level !== may) wrong.push(`${name}: level`);
      }
    expect(wrong).toEqual([]);
  });
});

describe("a call of the central", () => {
  it("is answered by no door that is closed or shows reports alone, whatever it is", async () => {
    for (const door of [undefined, { ...DOOR, may: "none" as const }])
      for (const message of [{ call: "stateStatus" }, "garbage", ""])
        expect(
          await remote.answer(
            new TextEncoder().encode(JSON.stringify(message)),
            new AbortController().signal,
            door,
          ),
        ).toMatchObject({ status: 403 });
    expect([reached, seen]).toEqual([[], []]);
  });
  it("about people or certificates is refused with the reason where the site does not entrust them, whatever it allows", async () => {
    for (const call of ["entrustedLook", "entrustedPersonSave", "entrustedAuthorityAdd", "certDelete"]) {
      const { body, status } = await ask({ call, query: { file: "a.crt" } });
      expect([call, status]).toEqual([call, 403]);
      expect(body).toContain("lässt Personen und Zertifikate nicht von der Zentrale verwalten");
    }
    for (const call of ["people", "personInvite", "personLink", "ownerSave", "oidcConfigSave", "uplinkSave"])
      expect([call, (await ask({ call }, { ...DOOR, entrust: true })).status]).toEqual([call, 403]);
    expect(reached).toEqual([]);
  });
  it("carries the name of the person into the change log, as one of the central", async () => {
    await ask({ call: "hostnameSave", body: JSON.stringify({ hostname: "neu" }) });
    expect(records).toMatchObject([
      {
        address: "zentrale.example",
        who: { kind: "central", id: "central:anna", name: "Anna", owner: "Zentrale" },
      },
    ]);
  });
  it("leads to no address but that of the call", async () => {
    for (const name of ["..", ".", "", "../../mcp"])
      await ask({ call: "traceGet", params: { name }, query: { auth_token: "x", ticket: "y" } });
    expect(reached.filter(({ name }) => name !== "traceGet")).toEqual([]);
    expect(seen.every((token) => RemoteCallers.is(token))).toBe(true);
    for (const call of ["nothing", "constructor", "toString", "hasOwnProperty"])
      expect((await ask({ call })).status).toBe(404);
  });
  it("has a token of its own, which is over with it", async () => {
    await ask({ call: "stateStatus" });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatch(/^hwr_[A-Za-z0-9_-]{43}$/);
    expect(callers.authenticate(seen[0] ?? "")).toBeUndefined();
    expect(callers.alive(reached[0]?.session?.id ?? "")).toBe(false);
  });
  it("is refused with a body that is none", async () => {
    expect((await ask({ call: "hostnameSave", body: "{" })).status).toBe(400);
    expect((await ask({ call: "hostnameSave", body: "[".repeat(200_000) })).status).toBe(400);
    expect(reached).toEqual([]);
  });
  it("that is broken off before there is an answer ends quietly, whatever it answers, and leaves no token", async () => {
    for (const call of ["stateStatus", "systemLog", "stream"]) {
      seen.length = 0;
      let go = () => {};
      held = new Promise((resolve) => (go = resolve));
      const abort = new AbortController();
      const answer = ask({ call, query: { topics: "status" }, watch: WATCH }, DOOR, abort);
      await vi.waitFor(() => expect(reached.at(-1)?.name).toBe(call));
      abort.abort();
      remote.breakOff();
      go();
      expect([200, 403, 503]).toContain((await answer).status);
      await vi.waitFor(() => expect(callers.authenticate(seen[0] ?? "")).toBeUndefined());
    }
  });
  it("that is broken off before it has begun ends as quietly", async () => {
    for (const call of ["stateStatus", "systemLog", "stream"]) {
      const abort = new AbortController();
      const answer = ask({ call, query: { topics: "status" }, watch: WATCH }, DOOR, abort);
      abort.abort();
      expect([403, 503]).toContain((await answer).status);
    }
  });
  it("that answers text is read as far as a message goes, and what it was read from ends", async () => {
    sent = Readable.from(["zwei ", "Zeilen\n"]);
    expect(await ask({ call: "systemLog" })).toEqual({
      v: 1,
      status: 200,
      type: "application/x-ndjson",
      body: "zwei Zeilen\n",
    });
    const endless = Readable.from(
      (function* () {
        for (;;) yield "x".repeat(10_000);
      })(),
    );
    sent = endless;
    expect((await ask({ call: "systemLog" })).status).toBe(400);
    await vi.waitFor(() => expect(endless.destroyed).toBe(true));
    const silent = new PassThrough();
    sent = silent;
    const abort = new AbortController();
    const answer = ask({ call: "systemLog" }, DOOR, abort);
    silent.write("x");
    await vi.waitFor(() => expect(reached.at(-1)?.name).toBe("systemLog"));
    abort.abort();
    expect((await answer).status).toBe(503);
    await vi.waitFor(() => expect(silent.destroyed).toBe(true));
  });
  it("that watches is fed until the site allows less", async () => {
    const values = new PassThrough();
    sent = values;
    const piece = () => ask({ call: "stream", query: { topics: "status" }, watch: WATCH });
    values.write("event: a\n\n");
    let text = "";
    await vi.waitFor(async () => {
      text += (await piece()).body;
      expect(text).toBe("event: a\n\n");
    });
    remote.breakOff();
    await vi.waitFor(() => expect(values.destroyed).toBe(true));
  });
});
