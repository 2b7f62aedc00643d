/** The licence, with the manufacturer's real service. */
import { trustedKeys } from "@hubwart/license";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { hubRestart } from "../../launcher-link.ts";
import { licenseFindings } from "./findings.ts";
import { createLicenseServer } from "./license-server.ts";
import { licenseHandlers } from "./routes.ts";
import { LicenseService } from "./service.ts";
import { texts } from "./texts.ts";

export async function compose(app: AppContext): Promise<Area> {
  const { clock, scope, layout, log, hub, config } = app;
  const service = await LicenseService.start({
    layout,
    clock,
    scope,
    log: log.module("license"),
    server: createLicenseServer(config.licenseUrl),
    hub,
    jobs: app.jobs,
    restartHub: hubRestart(app.launcher, log),
    embeddedVendor: config.embeddedVendor,
    trustedKeys: () => trustedKeys(layout, config.embeddedVendor),
  });
  return {
    backup: [
      {
        name: "license",
        label: texts.onlyHere,
        secret: true,
        stays: texts.stays,
        paths: [layout.licenseFile, layout.lastTimeFile],
      },
    ],
    handlers: licenseHandlers(service),
    findings: () => licenseFindings(service.verdict(), clock.now()),
    offers: { license: service },
  };
}
