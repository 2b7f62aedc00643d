/**
 * Every call of the contract behind the real gate, asked with tokens; a handler that is reached notes by whom and refuses.
 *
 *     const stage = useTokenStage();
 *     stage.made["looks"] = stage.pageLinks.create(…).token;
 *     expect(await stage.ask(name, spec, token)).toMatchObject({ outcome: "forbidden" });
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { API_PREFIX, type CallName, type CallSpec, CODES, calls } from "@hubwart/contract";
import { createLogger, ManualClock, MemoryLogSink } from "@hubwart/core";
import { afterAll, beforeAll } from "vitest";
import { ForbiddenError } from "../http/rights.ts";
import { createServer } from "../http/server.ts";
import { TokenGate } from "../platform/machine-tokens/gate.ts";
import { openTokens } from "../platform/machine-tokens/open.ts";
import { SessionService } from "../platform/session/service.ts";
import { bareEdge } from "./bare-edge.ts";
import { openTestStore } from "./test-store.ts";

export const SPECS = Object.entries(calls) as [CallName, CallSpec][];

export function useTokenStage() {
  const log = createLogger("system", "http", new MemoryLogSink());
  const clock = new ManualClock();
  const folder = mkdtempSync(path.join(tmpdir(), "tokens-"));
  const store = openTestStore(folder, clock);
  store.credential.insertFirst("hash", clock.now());
  const sessions = new SessionService(store, clock, log);
  const { machineTokens, pageLinks } = openTokens(store, sessions, clock, log);
  /** By call: who it was asked by. */
  const reached = new Map<CallName, string | undefined>();
  const server = createServer({
    handlers: Object.fromEntries(
      SPECS.map(([name]) => [
        name,
        async ({ session }: { session?: { who: { kind: string } } }) => {
          reached.set(name, session?.who.kind);
          throw new ForbiddenError("handler");
        },
      ]),
    ),
    gate: new TokenGate(sessions, machineTokens, pageLinks),
    tickets: { redeem: () => undefined },
    audit: { record: () => undefined },
    ...bareEdge(clock, log),
  });
  let origin = "";
  beforeAll(async () => {
    origin = await server.listen({ host: "127.0.0.1", port: 0 });
  });
  afterAll(async () => {
    await server.close();
    store.close();
    rmSync(folder, { recursive: true });
  });

  /** @param query the token stands in the address */
  async function ask(name: CallName, { method, path: place }: CallSpec, token: string, query = false) {
    // What brakes guesses has a test of its own.
    sessions.throttle.succeeded("token:127.0.0.1");
    reached.clear();
    const address = `${origin}${API_PREFIX}${place.replace(/\{[a-z_]+\}/g, "data")}`;
    const answer = await fetch(query ? `${address}?auth_token=${token}` : address, {
      method,
      headers: {
        ...(query ? {} : { authorization: `Bearer ${token}` }),
        ...(method === "POST" ? { "content-type": "application/json" } : {}),
      },
      ...(method === "POST" ? { body: "{}" } : {}),
    });
    const { status } = answer;
    const { code } = (await answer.json()) as { code: number };
    if (status === 401) return { outcome: "nobody", status };
    const stopped = code === CODES.forbidden && !reached.has(name);
    return { outcome: stopped ? "forbidden" : "past the gate", status };
  }

  /** A call as somebody who tries token after token makes it. */
  const guess = (place: string, token: string) =>
    fetch(`${origin}${API_PREFIX}${place}`, { headers: { authorization: `Bearer ${token}` } });

  return {
    ask,
    guess,
    clock,
    /** Tokens by what they are for. */
    made: {} as Record<string, string>,
    machineTokens,
    pageLinks,
    reached,
    throttle: sessions.throttle,
  };
}
