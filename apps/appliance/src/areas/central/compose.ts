/** The connection to a central console for many hubs, where the device has one. */
import { errorText, VERSION } from "@hubwart/core";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { sharedFiles } from "./files.ts";
import { journalsOf } from "./journals.ts";
import { MembershipFile } from "./membership.ts";
import { RemoteCalls } from "./remote.ts";
import { reportOf, reportParts } from "./report.ts";
import { centralHandlers } from "./routes.ts";
import { CentralService } from "./service.ts";
import { texts } from "./texts.ts";

export async function compose(app: AppContext): Promise<Area> {
  const { clock, host, layout, scope } = app;
  const log = app.log.module("central");
  const file = await MembershipFile.open(layout.central, () => log.error(texts.lost(layout.central)));
  const parts = reportParts(app);
  const remote = new RemoteCalls({
    callers: app.remoteCallers,
    audit: app.audit,
    folder: layout.centralIncoming,
    clock,
    log,
  });
  await remote.clean();
  const service = new CentralService({
    file,
    clock,
    log,
    scope,
    version: VERSION,
    hostname: () => host.facts.hostname().catch(() => ""),
    report: (choice) => reportOf(parts, choice),
    answer: (data, signal, door) => remote.answer(data, signal, door),
    allowsLess: () => remote.breakOff(),
    endKept: () => app.sessions.people.endCentral(),
    journals: journalsOf(app),
    progress: layout.centralProgress,
    files: sharedFiles(app),
  });
  app.sessions.people.followCentral(() => service.entrusted);
  return {
    handlers: centralHandlers(service),
    findings: () => service.findings(),
    serve: (server) => remote.serve(server),
    ready: () => void service.start().catch((error: unknown) => log.error(errorText(error))),
  };
}
