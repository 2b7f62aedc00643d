/** What meters consumed. The hub's process `energy` keeps it; here it is asked for, exported and reported. */
import { Readable } from "node:stream";
import { LIMITS } from "@hubwart/contract";
import { copyEnergy } from "@hubwart/energy/copy";
import type { TestResult } from "@hubwart/runtime/methods";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { keptTo } from "../../http/bounds.ts";
import { followHub } from "../../hub-trouble.ts";
import { energyFindings } from "./findings.ts";
import { ReportMail } from "./mail.ts";
import { mailHandlers } from "./mail-routes.ts";
import { MailSettings } from "./mail-settings.ts";
import { EnergyService } from "./service.ts";
import { texts } from "./texts.ts";

export async function compose(app: AppContext): Promise<Area> {
  const service = new EnergyService({
    hub: app.hub,
    clock: app.clock,
    compiledFile: () => app.use("project").compiledFile(),
  });
  const trouble = followHub(app);
  const { clock, hub, host, log, scope, store } = app;
  const mail = new ReportMail({
    settings: new MailSettings(store),
    zone: () => host.timeZone.active(),
    report: (period) => service.mail(period),
    send: async (pod, params) => {
      const question = { pod, method: "mail", params };
      const { result } = await hub.request("podAsk", question, { timeout: LIMITS.energyMailWithin });
      return result as TestResult;
    },
    clock,
    log: log.module("energy"),
    scope,
  });
  return {
    findings: () => [...energyFindings(trouble()), ...mail.findings()],
    backup: [
      {
        name: "energy",
        label: texts.label,
        paths: [app.layout.energy],
        files: [{ name: /^energy\/energy\.db$/, most: 4 * 1024 * 1024 * 1024 }],
        copy: (source, target) => {
          copyEnergy(source, target);
          return Promise.resolve([]);
        },
      },
    ],
    handlers: {
      ...mailHandlers(mail, hub),
      energyLook: ({ session }) => service.look(keptTo(session)),
      energySums: ({ query, session }) => service.sums(query, keptTo(session)),
      energyEvents: ({ query, session }) => service.events(query.meter, keptTo(session)),
      energyExchange: ({ address, body, session }) =>
        service.exchange(body, texts.by(address, session?.who.name), keptTo(session)),
      energyCsv: async ({ query, session }) => ({
        file: Readable.from(await service.csv(query, keptTo(session))),
        filename: texts.file(query.from, query.to, "csv"),
      }),
      energyParquet: async ({ query, session }) => {
        const bytes = await service.parquet(query, keptTo(session));
        return {
          file: Readable.from([Buffer.from(bytes)]),
          filename: texts.file(query.from, query.to, "parquet"),
          size: bytes.length,
        };
      },
      energyReport: async ({ query, session }) => {
        const bytes = await service.report(query.period, keptTo(session));
        return {
          file: Readable.from([Buffer.from(bytes)]),
          filename: texts.report(query.period),
          size: bytes.length,
        };
      },
    },
  };
}
