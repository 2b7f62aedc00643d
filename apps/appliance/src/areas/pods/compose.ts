/** The pods of the running project. */
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import type { Finding } from "../../status.ts";
import { CertificateHandover } from "./certificate-handover.ts";
import { podHandlers } from "./routes.ts";
import { PodService } from "./service.ts";
import { PodSettings } from "./settings.ts";
import { texts } from "./texts.ts";

const EVERY_MS = 15_000;
const MIB = 1024 * 1024;
const DAMAGED: Finding = {
  code: "pod-settings-damaged",
  level: 2,
  text: texts.settingsLost,
  route: "/pods",
};

export async function compose(app: AppContext): Promise<Area> {
  const { clock, hub, layout, log, scope, serverCertificate } = app;
  const module = log.module("pods");
  const settings = await PodSettings.open(layout, module);
  const handover = { hub, clock, scope, log: module, folder: layout.podHandover };
  new CertificateHandover({ ...handover, certificate: serverCertificate }).start();
  const service = new PodService(layout, hub, settings, {
    clock,
    places: () => app.use("project").places(),
    compiledFile: () => app.use("project").compiledFile(),
  });
  return {
    backup: [
      { name: "pods", label: texts.settings, paths: [layout.podSettings] },
      {
        name: "pod-secrets",
        label: texts.secrets,
        secret: true,
        paths: [layout.podTokens, layout.podHandover],
        files: [
          { name: /^pods\/tokens\/[^/]+$/, most: MIB },
          { name: /^pods\/handover\/[^/]+\/(files\/[^/]+|secrets\.json[^/]*)$/, most: 8 * MIB },
        ],
      },
    ],
    handlers: podHandlers(service),
    findings: () => (settings.damaged ? [DAMAGED] : []),
    offers: { pods: service },
    topics: {
      pods: {
        read: () => service.list(false),
        keptTo: (kept) => service.list(false, kept),
        every: EVERY_MS,
        changes: (changed) => hub.on("pods", changed),
      },
    },
  };
}
