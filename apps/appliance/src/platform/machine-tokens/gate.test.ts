/** What a token or link may while a call of its is on its way. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Caller } from "@hubwart/contract";
import { createLogger, ManualClock, MemoryLogSink } from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
import { afterEach, beforeEach, expect, it } from "vitest";
import { signedIn } from "../../testing/signed-in.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { PageLinks } from "../page-links/links.ts";
import { RemoteCallers } from "../remote-callers/callers.ts";
import { SessionService } from "../session/service.ts";
import { TokenGate } from "./gate.ts";
import { MachineTokens } from "./tokens.ts";

const ADMIN = signedIn("admin");
const HERE = "192.0.2.7";

let folder: string;
let store: Store;
let owner: Pick<Caller, "level" | "bounds"> | undefined;
let shown: string[];
let gate: TokenGate;
let tokens: MachineTokens;
let links: PageLinks;
let remote: RemoteCallers;
beforeEach(() => {
  const clock = new ManualClock();
  folder = mkdtempSync(path.join(tmpdir(), "gate-"));
  store = openTestStore(folder, clock);
  store.credential.insertFirst("hash", clock.now());
  owner = { level: "admin", bounds: undefined };
  shown = ["a.a.soll"];
  const ownerNow = () => owner;
  tokens = new MachineTokens({ store, clock, ownerNow, elsewhere: () => undefined });
  links = new PageLinks({ store, clock, ownerNow });
  links.use({ version: () => "1", reach: () => ({ channels: shown, alarms: [], writes: [] }) });
  remote = new RemoteCallers();
  const log = createLogger("system", "session", new MemoryLogSink());
  gate = new TokenGate(new SessionService(store, clock, log), tokens, links, remote);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});
const session = (token: string) => gate.authenticate(token, true, HERE) ?? expect.fail("nobody");

it("is over with a token whose owner may less, or other channels, than when it came", () => {
  const { token } = tokens.create(ADMIN, { name: "a", level: "admin", days: null });
  const came = session(token);
  expect(gate.unchanged(came)).toBe(true);
  for (const now of [
    { level: "see", bounds: undefined },
    { level: "admin", bounds: { channels: ["a.*"] } },
    undefined,
  ] as const) {
    owner = now;
    expect(gate.unchanged(came), JSON.stringify(now)).toBe(false);
  }
  owner = { level: "admin", bounds: undefined };
  expect(gate.unchanged(came)).toBe(true);
  tokens.revoke(came.id.replace("token:", ""));
  expect(gate.unchanged(came)).toBe(false);
});

it("is over with a link whose page shows something else by now", () => {
  const { token } = links.create(ADMIN, { name: "Flur", page: "EG", may_set: true });
  const came = session(token);
  expect(gate.unchanged(came)).toBe(true);
  shown = ["a.a.temp"];
  expect(gate.unchanged(came)).toBe(false);
});

it("lasts with one of the central as long as that", () => {
  const who = { kind: "central", id: "central:1", name: "Anna", owner: "Zentrale" } as const;
  const { end, token } = remote.begin({ who, level: "operate", bounds: undefined });
  const came = session(token);
  expect(gate.unchanged(came)).toBe(true);
  end();
  expect(gate.unchanged(came)).toBe(false);
});
