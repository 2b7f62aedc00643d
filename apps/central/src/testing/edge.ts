/**
 * The central's calls about people over HTTP, with a register that is none.
 *
 *     const { edge, send, signIn } = useEdge();
 *     it("…", async () => {
 *       await send("/people", undefined, { cookie: await signIn() });
 */
import type { Readable } from "node:stream";
import { createLogger, ManualClock, MemoryLogSink, UnavailableError } from "@hubwart/core";
import { centralCalls } from "@hubwart/fleet";
import type { FastifyInstance, InjectOptions } from "fastify";
import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import { type KeyPair, makeAuthority, makePair } from "../authority/certificates.ts";
import { type CentralHandlers, createEdge } from "../http/edge.ts";
import { peopleHandlers } from "../people/handlers.ts";
import type { SignIn } from "../people/sign-in.ts";
import type { Audit, AuditEntry } from "../register/audit.ts";
import type { People } from "../register/people.ts";
import type { Sessions } from "../register/sessions.ts";
import { FakeRegister } from "./fake-register.ts";
import { openSignIn } from "./sign-in.ts";

export const HOST = "zentrale.example.org:8444";
/** What a browser says on the central's own page. */
export const OWN = { host: HOST, origin: `https://${HOST}`, "sec-fetch-site": "same-origin" };
export const PASSWORD = "geheim-genug";

async function edgeCertificate(): Promise<KeyPair> {
  const authority = await makeAuthority({ name: "a", now: Date.now(), days: 2 });
  return await makePair(authority, { name: "b", now: Date.now(), days: 1 }, ["localhost"]);
}

export interface Sent {
  cookie?: string | undefined;
  headers?: Record<string, string>;
  from?: string;
}

export const cookieFrom = (set: string | undefined): string => set?.split(";")[0] ?? "";

export class TestEdge {
  readonly register: FakeRegister;
  readonly clock: ManualClock;
  readonly people: People;
  readonly sessions: Sessions;
  readonly app: FastifyInstance;
  entries: AuditEntry[] = [];
  /** The change log takes nothing. */
  auditFails = false;
  /** What `centralSiteFile` gives. */
  file: { size?: number; stream: Readable } | undefined;

  private constructor(
    parts: Pick<TestEdge, "register" | "clock" | "people" | "sessions">,
    signIn: SignIn,
    certificate: KeyPair,
  ) {
    const { clock, people, register, sessions } = parts;
    [this.register, this.clock, this.people, this.sessions] = [register, clock, people, sessions];
    const others = Object.fromEntries(Object.keys(centralCalls).map((name) => [name, async () => ({})]));
    const centralSiteFile = async () => ({ name: 'a"\r\n.xlsx', ...this.file });
    const handlers = {
      ...others,
      centralSiteFile,
      ...peopleHandlers({ name: "Z", people, sessions, signIn }),
    };
    this.app = createEdge({
      handlers: handlers as unknown as CentralHandlers,
      audit: {
        add: async (entry: AuditEntry) => {
          if (this.auditFails) throw new UnavailableError("away");
          this.entries.push(entry);
        },
      } as unknown as Audit,
      asking: {
        byToken: (token) => people.authenticate(token),
        bySession: (secret) => sessions.find(secret),
      },
      certificate,
      pageDir: "/nowhere",
      clock,
      log: createLogger("central", "test", new MemoryLogSink()),
    });
  }

  static async open(certificate: KeyPair): Promise<TestEdge> {
    const [register, clock] = [new FakeRegister(), new ManualClock()];
    const { people, sessions, signIn } = await openSignIn(register, { clock });
    return new TestEdge({ register, clock, people, sessions }, signIn, certificate);
  }

  /** With the password. @returns the id */
  async person(name: string, level: "admin" | "see"): Promise<string> {
    const { id, link } = await this.people.create(name, level, "link");
    await this.people.accept(link?.token ?? "", `hash of ${PASSWORD}`);
    return id;
  }

  /** A POST where there is a body. */
  async send(where: string, body?: object, { cookie, from, headers = OWN }: Sent = {}) {
    const { statusCode, ...told } = await this.app.inject({
      method: body ? "POST" : "GET",
      url: `/api${where}`,
      headers: { ...headers, ...(cookie !== undefined && { cookie }) },
      ...(body && { payload: body }),
      ...(from !== undefined && { remoteAddress: from }),
    } as InjectOptions);
    const set = told.headers["set-cookie"];
    return { status: statusCode, body: told.json<Record<string, unknown>>(), set: set as string | undefined };
  }

  /** @returns the cookie */
  async signIn(name = "Anna", sent: Sent = {}): Promise<string> {
    const { set, status } = await this.send("/session/begin", { name, pwd: PASSWORD }, sent);
    expect(status).toBe(200);
    return cookieFrom(set);
  }
}

/** One for each test, with Anna, who may everything; nothing of her is in its change log. */
export function useEdge() {
  let certificate: KeyPair;
  let edge: TestEdge;
  let anna: string;
  beforeAll(async () => {
    certificate = await edgeCertificate();
  });
  beforeEach(async () => {
    edge = await TestEdge.open(certificate);
    anna = await edge.person("Anna", "admin");
    edge.entries = [];
  });
  afterEach(() => edge.app.close());
  const send: TestEdge["send"] = (...given) => edge.send(...given);
  const signIn: TestEdge["signIn"] = (...given) => edge.signIn(...given);
  const person: TestEdge["person"] = (...given) => edge.person(...given);
  return { edge: () => edge, anna: () => anna, send, signIn, person };
}
