/** `hostd releases`: the release service of this device, put together. */
import os from "node:os";
import path from "node:path";
import { type Clock, dataLayout, parseConfig, type Scope, VERSION } from "@hubwart/core";
import { commandRunner, systemPaths } from "@hubwart/host/systemd";
import { deviceFingerprint, trustedKeys, verifyLicense } from "@hubwart/license";
import type { Journal } from "../journal.ts";
import { serveReleases } from "./serve.ts";
import { ReleaseService } from "./service.ts";
import { bootOf, ReleaseStore } from "./store.ts";

export interface ReleasesOptions {
  root: string;
  env: Record<string, string | undefined>;
  clock: Clock;
  scope: Scope;
  log: (message: string) => void;
  journal: Journal;
  onIdle: () => void;
}

/** Of root, that may be of a release. */
const UNITS = ["hubwart-hostd.service", "hubwart-containers.service"];
const PRODUCT = "hubwart.service";

export async function serveReleasesOf(options: ReleasesOptions): Promise<void> {
  const { root, env, clock, scope, log } = options;
  const paths = systemPaths(root);
  const run = commandRunner(paths.programs, scope.signal);
  const must = async (...args: string[]) => {
    const { code, stderr } = await run("systemctl", args);
    if (code !== 0) throw new Error(`systemctl ${args.join(" ")}: ${stderr.trim().slice(0, 300)}`);
  };
  const fingerprint = () =>
    deviceFingerprint({
      machineIdFiles: [path.join(root, "etc/machine-id"), path.join(root, "var/lib/dbus/machine-id")],
      netFolder: paths.sysNet,
    });
  const service = new ReleaseService({
    store: new ReleaseStore(path.join(root, "var/lib/hubwart-releases"), VERSION),
    trustedRoot: path.join(root, "usr/lib/hubwart/trust/root.json"),
    judge: async (license) =>
      verifyLicense(license, {
        // There is no vendor service on a device, so nothing is read of that folder.
        trustedKeys: await trustedKeys(dataLayout(root), false),
        fingerprint: await fingerprint(),
        now: clock.now(),
      }),
    clock,
    scope,
    boot: await bootOf(paths.bootId),
    uptime: os.uptime,
    gateMs: parseConfig({ HUBWART_UPDATE_GATE: env["HUBWART_UPDATE_GATE"] }).updateGate,
    async restartUnits(product) {
      await must("daemon-reload");
      // Not those that do not run; and none is waited for.
      await must("--no-block", "try-restart", ...UNITS);
      if (product) await must("--no-block", "restart", PRODUCT);
    },
    log,
  });
  await serveReleases({ ...options, service });
}
