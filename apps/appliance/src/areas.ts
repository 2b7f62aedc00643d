/**
 * The areas beside session and system: licence, services of the manufacturer, project, pods, traces. Chosen and
 * wired here; each gives its handlers, and what the status page shows of it.
 */

import path from "node:path";
import { projectDownload } from "@hubwart/contract";
import { errorText } from "@hubwart/core";
import type { RestartReason } from "@hubwart/ipc";
import { trustedKeys } from "@hubwart/license";
import { checkInChild } from "@hubwart/project";
import type { AppContext } from "./context.ts";
import type { Handlers } from "./http/handlers.ts";
import { connectivityFindings } from "./modules/connectivity/findings.ts";
import { serviceProbe } from "./modules/connectivity/probes.ts";
import { connectivityHandlers } from "./modules/connectivity/routes.ts";
import { ConnectivityService } from "./modules/connectivity/service.ts";
import type { InfoSources, Status } from "./modules/info/sources.ts";
import { licenseFindings } from "./modules/license/findings.ts";
import { createLicenseServer } from "./modules/license/license-server.ts";
import { licenseHandlers } from "./modules/license/routes.ts";
import { LicenseService } from "./modules/license/service.ts";
import { composeNetwork } from "./modules/network/compose.ts";
import { podHandlers } from "./modules/pods/routes.ts";
import { PodService } from "./modules/pods/service.ts";
import { PodSettings } from "./modules/pods/settings.ts";
import { createCipher, type StreamCipher } from "./modules/project/cipher.ts";
import { ProjectReading } from "./modules/project/reading.ts";
import { projectDownloadCheck, projectHandlers } from "./modules/project/routes.ts";
import { ProjectService } from "./modules/project/service.ts";
import type { DownloadCheck } from "./modules/ticket/office.ts";
import { ChannelHistory } from "./modules/trace/history.ts";
import { traceHandlers } from "./modules/trace/routes.ts";

export interface Areas {
  handlers: Handlers;
  /** Asked before a ticket for a download is made, by path. */
  downloadChecks: Record<string, DownloadCheck>;
  sources: InfoSources;
  cipher: StreamCipher;
  /** File of the compiled project that is current; undefined without one. */
  compiledFile: () => string | undefined;
  pods: PodService;
  /** Names the device answers to. */
  ownNames: () => readonly string[];
}

export async function composeAreas(app: AppContext): Promise<Areas> {
  const { clock, scope, layout, log, hub, config } = app;
  const restartHub = (reason: RestartReason) => {
    try {
      app.launcher.restart("hub", reason);
    } catch (error) {
      // Started by hand: the change is stored and takes effect when somebody restarts the hub.
      log.warn(`Neustart des Hubs: ${errorText(error)}`);
    }
  };
  const license = await LicenseService.start({
    layout,
    clock,
    scope,
    log: log.module("license"),
    server: createLicenseServer(config.licenseUrl),
    hub,
    restartHub,
    embeddedVendor: config.embeddedVendor,
    trustedKeys: () => trustedKeys(layout, config.embeddedVendor),
  });
  const connectivity = new ConnectivityService({
    clock,
    scope,
    license: serviceProbe(config.licenseUrl, "licenses", layout),
    update: serviceProbe(config.updateUrl, "updates", layout),
  });
  scope.add(license.onChange(() => void connectivity.check()));
  const cipher = createCipher(path.join(app.childrenDir, "cipher-child.mjs"));
  const entry = path.join(app.childrenDir, "check-child.mjs");
  const projects = await ProjectService.start({
    layout,
    clock,
    scope,
    log: log.module("project"),
    hub,
    restartHub,
    check: (request) => checkInChild({ ...request, entry }),
    cipher,
  });
  const reading = new ProjectReading(projects.versions, cipher, app.sessions.throttle);
  const network = await composeNetwork(app);
  const pods = new PodService(layout, hub, await PodSettings.open(layout, log.module("pods")));
  return {
    handlers: {
      ...licenseHandlers(license),
      ...connectivityHandlers(connectivity),
      ...projectHandlers(projects, reading),
      ...podHandlers(pods),
      ...network.handlers,
      ...traceHandlers(hub, new ChannelHistory(hub, clock, scope, log.module("trace"))),
    },
    pods,
    ownNames: network.ownNames,
    cipher,
    compiledFile: () => {
      const current = projects.versions.current();
      return current && projects.versions.file(current.version, "compiled.json");
    },
    downloadChecks: { [projectDownload.path]: projectDownloadCheck(reading) },
    sources: {
      license: async () => licenseOf(license),
      connectivity: async () => connectivity.last(),
      project: async () => reading.info(),
      update: async () => ({ channel: "stable", list: ["stable"] }),
      findings: () => [
        ...app.disk.findings(),
        ...licenseFindings(license.verdict(), clock.now()),
        ...connectivityFindings(connectivity.last()),
        ...network.findings(),
      ],
    },
  };
}

function licenseOf(service: LicenseService): Status["license"] {
  const { valid, name, expiry, meta, reason } = service.verdict();
  return { valid, name, expiry, meta, ...(reason === undefined ? {} : { reason }) };
}
