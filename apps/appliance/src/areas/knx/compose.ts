/** KNX interfaces: keyrings, log files, group monitor, search. */
import path from "node:path";
import { keyringFactsInChild } from "@hubwart/knx/appliance";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import type { ReadKeyring } from "./keyrings.ts";
import { knxHandlers } from "./routes.ts";
import { KnxService } from "./service.ts";

export async function compose(app: AppContext): Promise<Area> {
  const { hub, layout, clock, scope, sessions } = app;
  const entry = path.join(app.childrenDir, "keyring-child.mjs");
  const readKeyring: ReadKeyring = (question) =>
    keyringFactsInChild({ ...question, entry, signal: scope.signal });
  const log = app.log.module("knx");
  const service = new KnxService({
    hub,
    layout,
    log,
    clock,
    guesses: sessions.throttle,
    readKeyring,
    compiledFile: () => app.use("project").compiledFile(),
  });
  service.collect(scope);
  return { handlers: knxHandlers(service) };
}
