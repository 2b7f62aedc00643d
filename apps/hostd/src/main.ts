/**
 * Entry of the device service, the only program with root's rights.
 *
 *     hostd boot     applies what is configured; once, before the network comes up
 *     hostd serve    answers the appliance on the socket that systemd hands over
 *     hostd containers    the same for the container engine, as a process of its own
 *     hostd releases    the same for the releases that the device runs from
 */
import path from "node:path";
import { errorText, feedWatchdog, Scope, systemClock } from "@hubwart/core";
import { DeviceService } from "@hubwart/host/systemd";
import { Journal } from "./journal.ts";
import { serve } from "./serve.ts";

/** Beyond this the process ends even if something does not. */
const LONGEST_END_MS = 1_800;

const scope = new Scope();
const log = (message: string) => process.stderr.write(`${message}\n`);

let ending = false;
function end(code: number): void {
  if (ending) return;
  ending = true;
  setTimeout(() => process.exit(code), LONGEST_END_MS).unref();
  void scope
    .end()
    .catch((error: unknown) => log(errorText(error)))
    .finally(() => process.exit(code));
}
// Node's own handler would open its inspector, and with it root, to every account on the device.
process.on("SIGUSR1", () => undefined);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => end(0));

async function main(command: string | undefined): Promise<void> {
  feedWatchdog({ env: process.env, clock: systemClock, scope });
  const root = path.resolve(process.env["HUBWART_HOSTD_ROOT"] || "/");
  const open = () => DeviceService.open({ root, clock: systemClock, scope, log });
  if (command === "boot") {
    const failed = await (await open()).boot();
    return end(failed.length > 0 ? 1 : 0);
  }
  /** With its record in the state folder of the unit. */
  const journal = (folder: string) =>
    new Journal({ clock: systemClock, scope, log, record: path.join(root, folder, "changes.log") });
  if (command === "serve") {
    return serve({
      service: await open(),
      env: process.env,
      clock: systemClock,
      scope,
      log,
      journal: journal("var/lib/hubwart-hostd"),
    });
  }
  if (command === "containers") {
    const { serveContainers } = await import("./containers/serve.ts");
    const { onlyAddOns } = await import("./containers/engine.ts");
    return serveContainers({
      addOns: onlyAddOns(process.env, root),
      env: process.env,
      clock: systemClock,
      scope,
      log,
      journal: journal("var/lib/hubwart-containers"),
    });
  }
  if (command === "releases") {
    const { serveReleasesOf } = await import("./releases/main.ts");
    const onIdle = () => end(0);
    return serveReleasesOf({
      root,
      env: process.env,
      clock: systemClock,
      scope,
      log,
      journal: journal("var/lib/hubwart-releases"),
      onIdle,
    });
  }
  log("usage: hostd boot | serve | containers | releases");
  return end(2);
}

// What others must read is given its rights explicitly.
process.umask(0o022);
try {
  await main(process.argv[2]);
} catch (error) {
  log(errorText(error));
  end(1);
}
