import {
  API_PREFIX,
  type CallName,
  type CallSpec,
  CODES,
  calls,
  includes,
  LEVELS,
  type Level,
  STREAM_TOPICS,
  TOPIC_NEEDS,
} from "@hubwart/contract";
import { createLogger, ManualClock, MemoryLogSink } from "@hubwart/core";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bareEdge } from "../testing/bare-edge.ts";
import { signedIn } from "../testing/signed-in.ts";
import { ForbiddenError } from "./rights.ts";
import { createServer } from "./server.ts";

const log = createLogger("system", "http", new MemoryLogSink());
const specs = Object.entries(calls) as [CallName, CallSpec][];
const named = specs.filter(([, spec]) => spec.access !== "public");
const downloads = named.filter(
  ([, { access, content, method }]) => method === "GET" && content && access === "session",
);

/** Answered to the central alone, at most as far as the site allows it. */
const ofCentral = (name: string) => name.startsWith("entrusted");

/** The edge with a token and a ticket for each level, and handlers that say that they were reached. */
function edge(): { server: FastifyInstance; reached: Set<CallName> } {
  const reached = new Set<CallName>();
  const session = (given: string) => {
    if (given === "ended") return signedIn("admin", given);
    if (given === "kept") return { ...signedIn("admin", given), keptByCentral: true };
    const level = LEVELS.find((known) => known === given);
    return level && signedIn(level, given);
  };
  const handlers = Object.fromEntries(
    specs.map(([name]) => [
      name,
      async () => {
        reached.add(name);
        throw new ForbiddenError("handler");
      },
    ]),
  );
  const server = createServer({
    handlers,
    gate: {
      setup: true,
      authenticate: session,
      unchanged: ({ id }) => id !== "ended",
      watch: () => ({ ended: false, stop: () => undefined }),
    },
    tickets: {
      redeem: (ticket: string) => {
        const found = session(ticket);
        return found && { session: found, parameters: {}, password: undefined };
      },
    },
    audit: { record: () => undefined },
    ...bareEdge(new ManualClock(), log),
  });
  return { server, reached };
}

const { server, reached } = edge();
let origin: string;
beforeAll(async () => {
  origin = await server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => server.close());

async function outcome(
  name: CallName,
  spec: CallSpec,
  by: { token?: string; ticket?: string },
): Promise<"nobody" | "forbidden" | "past the gate"> {
  reached.clear();
  const path = API_PREFIX + spec.path.replace(/\{[a-z_]+\}/g, "data");
  const answer = await fetch(`${origin}${by.ticket === undefined ? path : `${path}?ticket=${by.ticket}`}`, {
    method: spec.method,
    headers: {
      ...(by.token === undefined ? {} : { authorization: `Bearer ${by.token}` }),
      ...(spec.method === "POST" ? { "content-type": "application/json" } : {}),
    },
    ...(spec.method === "POST" ? { body: "{}" } : {}),
  });
  const { code } = (await answer.json()) as { code: number };
  if (answer.status === 401) return "nobody";
  if (code === CODES.forbidden && !reached.has(name)) {
    expect(answer.status).toBe(403);
    return "forbidden";
  }
  // The handler's own refusal, or that the input lacks something.
  expect([400, 403, 404]).toContain(answer.status);
  return "past the gate";
}

describe("each call", () => {
  it.each(named)("%s is for the levels it names, and for nobody without a session", async (name, spec) => {
    const got: Record<string, string> = { none: await outcome(name, spec, {}) };
    got["wrong"] = await outcome(name, spec, { token: "wrong" });
    const wanted: Record<string, string> = { none: "nobody", wrong: "nobody" };
    for (const level of LEVELS) {
      got[level] = await outcome(name, spec, { token: level });
      const may = !ofCentral(name) && LEVELS.indexOf(level) >= LEVELS.indexOf(spec.needs ?? "admin");
      wanted[level] = may ? "past the gate" : "forbidden";
    }
    expect(got).toEqual(wanted);
  });

  it.each(downloads)("%s asks for the same level of a ticket", async (name, spec) => {
    for (const level of LEVELS) {
      const may = LEVELS.indexOf(level) >= LEVELS.indexOf(spec.needs ?? "admin");
      expect([level, await outcome(name, spec, { ticket: level })]).toEqual([
        level,
        may ? "past the gate" : "forbidden",
      ]);
    }
  });
});

describe("whom the central keeps at a hub", () => {
  it.each(named)(
    "%s: gets what the level gets, but no call that makes another way in",
    async (name, spec) => {
      const closed =
        ofCentral(name) ||
        /^(people|person|owner|machineToken|uplink|mcpConfig|oidcConfig|wsUser|pageLink)/.test(name) ||
        ["metricsToken", "metricsTokenCreate", "metricsTokenRevoke"].includes(name);
      expect(await outcome(name, spec, { token: "kept" })).toBe(closed ? "forbidden" : "past the gate");
    },
  );
});

describe("whose session ends while the body is on its way", () => {
  it("reaches no call that could change anything", async () => {
    const changing = named.filter(([, { method }]) => method !== "GET");
    const got = new Map<string, number>();
    for (const [name, spec] of changing) {
      // The input may be refused first.
      const ended = await outcome(name, spec, { token: "ended" });
      expect([name, reached.has(name)]).toEqual([name, false]);
      got.set(ended, (got.get(ended) ?? 0) + 1);
    }
    expect(got.get("nobody")).toBeGreaterThan(15);
  });
});

describe("the levels", () => {
  it("include those before them, and nothing includes what is none", () => {
    const rows = LEVELS.map((level) => LEVELS.filter((needs) => includes(level, needs)));
    expect(rows).toEqual(LEVELS.map((_, at) => LEVELS.slice(0, at + 1)));
    expect(includes("admin", "root" as Level)).toBe(false);
    expect(includes("root" as Level, "see")).toBe(false);
  });

  it("that may save may read what they save", () => {
    for (const [name, { guard, needs }] of named) {
      if (guard === undefined) continue;
      const read: CallSpec = calls[guard as CallName];
      expect([name, includes(needs ?? "see", read.needs ?? "admin")]).toEqual([name, true]);
    }
  });

  it("that only look change nothing but how they themselves sign in", () => {
    expect(
      named
        .filter(([name, { mutates, needs }]) => mutates && needs === "see" && !ofCentral(name))
        .map(([name]) => name),
    ).toEqual([
      "logout",
      "changePw",
      "sessionEnd",
      "sessionEndOthers",
      "secondFactorBegin",
      "secondFactorConfirm",
      "secondFactorOff",
      "secondFactorRecovery",
      "passkeyBegin",
      "passkeyConfirm",
      "passkeyRename",
      "passkeyRemove",
    ]);
  });

  // Rules of docs/decisions/rights.md that the table cannot say by itself.
  it.each([
    ["backups", /^\/backup\//],
    [
      "who gets in",
      /^\/(wsauth|metrics|caddyproxy|tailscale|ngrok)\/|system\/people|\/ssh\/|users\/(list|set|delete)$/,
    ],
    ["passwords and tokens that are told", /(reset-admin-pwd|access\/show|renew-token)$/],
    ["what names people, and what goes to support", /^\/system\/(audit|info|copies)/],
    ["trust", /^\/resources\/(tls\/(own|generate)|certs\/(upload|delete))/],
  ])("below the administrator have nothing to do with %s", (_what, path) => {
    const found = named.filter(([, spec]) => path.test(spec.path));
    expect(found.length).toBeGreaterThan(1);
    expect(found.filter(([, { needs }]) => needs !== "admin").map(([name]) => name)).toEqual([]);
  });

  it("of a topic are those of the call that tells the same", () => {
    const told = {
      status: "stream",
      containers: "systemPs",
      pods: "pods",
      project: "stream",
      jobs: "jobs",
      alarms: "alarmLook",
      changed: "stream",
      trace: "traceGet",
      log: "systemLog",
    } as const;
    for (const topic of STREAM_TOPICS) expect(TOPIC_NEEDS[topic]).toBe(calls[told[topic]].needs);
  });
});
