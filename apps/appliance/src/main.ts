/** Entry of the appliance process: environment, signals, the launcher's channel. */

import path from "node:path";
import {
  type Config,
  ConfigError,
  createLogger,
  type DataLayout,
  dataLayout,
  EventLogWriter,
  ensureFolder,
  errorText,
  onParentGone,
  parseConfig,
  readChangeover,
  Scope,
  sayAlive,
  startErrorText,
  systemClock,
} from "@hubwart/core";
import { chooseHost, embeddedHost, type Host, systemdHost } from "@hubwart/host";
import { HubClient, RESTART_REASONS } from "@hubwart/ipc";
import { createApp } from "./app.ts";
import { StartPage } from "./http/start-page.ts";
import { createHubLink } from "./hub-link.ts";
import { type LauncherLink, launcherLink } from "./launcher-link.ts";
import { createIssuer } from "./platform/tls/issuer.ts";
import { servedAtStart } from "./platform/tls/served-at-start.ts";
import { common } from "./texts.ts";

/** Beyond this the process ends even if something does not. */
const LONGEST_END_MS = 1_800;

async function main(launcher: LauncherLink, scope: Scope): Promise<void> {
  const config = parseConfig(process.env);
  const layout = dataLayout(config.dataDir);
  for (const folder of [layout.root, layout.run]) await ensureFolder(folder);
  const sink = await EventLogWriter.open(path.join(layout.logs, "system"), { clock: systemClock, scope });
  const log = createLogger("system", "main", sink);
  const client = new HubClient({ path: layout.hubSocket, clock: systemClock, scope });
  const { server, served } = await createApp({
    config,
    layout,
    clock: systemClock,
    log,
    sink,
    host: await openHost(config, layout, launcher),
    hub: createHubLink(client, scope, log.module("hub")),
    launcher,
    issuer: createIssuer(path.join(import.meta.dirname, "certificate-child.mjs"), scope.signal),
    scope,
    // The bundles are in dist/server, the console beside them in dist/console.
    childrenDir: import.meta.dirname,
    consoleDir: path.resolve(import.meta.dirname, "..", "console"),
  });
  client.start();
  const address = await server.listen({ host: config.bind, port: config.httpPort });
  log.info(common.reachable(address));
  launcher.ready(address);
  served.start();
}

async function openHost(config: Config, layout: DataLayout, launcher: LauncherLink): Promise<Host> {
  if ((await chooseHost(config.host)) === "systemd")
    return systemdHost({ dataDir: layout.root, socket: config.hostdSocket });
  const host = await embeddedHost({
    dataDir: layout.root,
    file: layout.hostSettings,
    restart: () => launcher.restart("device", RESTART_REASONS.user),
  });
  // The zone is Hubwart's own there; the machine's is not touched.
  process.env["TZ"] = await host.timeZone.active();
  return host;
}

/** Says at the console's address why there is no console, for some seconds. */
async function tellWhy(reason: string, scope: Scope): Promise<void> {
  const config = parseConfig(process.env);
  const layout = dataLayout(config.dataDir);
  // What is on trial has to fail at once, and is put back for that.
  const changeover = await readChangeover(config.dataDir).catch(() => undefined);
  if (changeover?.state === "trial") return;
  const pair = await servedAtStart(layout.tls);
  const page = await StartPage.open(reason, { config, pair, clock: systemClock, scope });
  await page?.over;
}

// Nothing this process writes is anybody else's business.
process.umask(0o077);
const scope = new Scope();
const launcher = launcherLink(process);

let ending = false;
function end(code: number): void {
  if (ending) return;
  ending = true;
  setTimeout(() => process.exit(code), LONGEST_END_MS).unref();
  void scope
    .end()
    .catch((error: unknown) => process.stderr.write(`${errorText(error)}\n`))
    .finally(() => process.exit(code));
}
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => end(0));
launcher.onStop(() => end(0));
onParentGone(() => end(0));
sayAlive();

try {
  await main(launcher, scope);
} catch (error) {
  const text = error instanceof ConfigError ? error.message : startErrorText(error);
  process.stderr.write(`${text}\n`);
  if (!(error instanceof ConfigError)) await tellWhy(text, scope).catch(() => undefined);
  end(1);
}
