/** `/alarms/…`. */
import { Readable } from "node:stream";
import { InvalidInputError } from "@hubwart/core";
import type { StandingAlarm } from "@hubwart/ipc";
import { keptTo, keptToAlarms } from "../../http/bounds.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { Session } from "../../http/ports.ts";
import { withFirst } from "../../platform/first-page.ts";
import { alarmCsv } from "./csv.ts";
import type { Heartbeat } from "./heartbeat.ts";
import type { HeartbeatConfig } from "./heartbeat-settings.ts";
import type { AlarmService } from "./service.ts";
import { texts } from "./texts.ts";

/** Of the change log: more than anybody reads, and no more. */
const AUDITED = 20;

export function alarmHandlers(service: AlarmService): Handlers {
  return {
    alarmLook: ({ query, session }) => service.look(query, keptToAlarms(session)),
    alarmHistory: ({ query, session }) => service.history(query, keptTo(session)),
    alarmHistoryDownload: async ({ query, session }) => {
      const pages = await withFirst(service.lines(query, keptTo(session)));
      return { file: Readable.from(alarmCsv(pages)), filename: texts.file };
    },
    alarmFigures: ({ query, session }) => service.figures(query, keptTo(session)),
    alarmAck: async (request) => {
      const result = await service.act("ack", request.body, byOf(request), keptTo(request.session));
      request.audit({ after: auditOf(result) });
      return { done: result.done.length };
    },
    alarmReset: async (request) => {
      const result = await service.act("reset", request.body, byOf(request), keptTo(request.session));
      request.audit({ after: auditOf(result) });
      return { done: result.done.length };
    },
    alarmShelve: async (request) => {
      const { minutes, why } = request.body;
      const result = await service.shelve(request.body, byOf(request), keptTo(request.session));
      request.audit({ after: { ...auditOf(result), why, minutes } });
      return { done: result.done.length };
    },
    alarmUnshelve: async (request) => {
      const result = await service.unshelve(request.body, byOf(request), keptTo(request.session));
      request.audit({ after: auditOf(result) });
      return { done: result.done.length };
    },
    alarmComment: async (request) => {
      const { nr, text } = request.body;
      const alarm = await service.comment(nr, text, byOf(request), keptTo(request.session));
      const of = named(alarm);
      request.audit({
        before: { alarm: of, comment: alarm.comment?.text ?? "" },
        after: { alarm: of, comment: text },
      });
      return {};
    },
    alarmMaintain: async (request) => ({
      maintenance: await service.maintain(request.body, byOf(request)),
    }),
    alarmMaintainEnd: async (request) => {
      const { scope, why } = await service.maintainEnd(request.body.nr, byOf(request));
      request.audit({ after: { scope, why } });
      return {};
    },
    alarmTest: ({ body }) => service.test(body.class),
  };
}

export function heartbeatHandlers(heartbeat: Heartbeat): Handlers {
  return {
    alarmHeartbeat: async () => ({ ...heartbeat.config(), ...heartbeat.state() }),
    alarmHeartbeatSave: async (request) => {
      const { body } = request;
      request.audit({ before: shown(heartbeat.config()), after: shown(body) });
      if (body.active && body.url === "")
        throw new InvalidInputError([{ field: "url", message: texts.heartbeat.urlNeeded }]);
      heartbeat.save(body);
      return {};
    },
    alarmHeartbeatTest: async (request) => {
      request.audit({ after: shown(heartbeat.config()) });
      const started = performance.now();
      const { delivered, text } = await heartbeat.test();
      return { delivered, text, duration: Math.round(performance.now() - started) };
    },
  };
}

/** Whoever knows the whole address can speak for this device. */
const shown = ({ url, ...rest }: HeartbeatConfig) => ({
  ...rest,
  server: url === "" ? "" : new URL(url).origin,
});

const byOf = ({ address, session }: { address: string; session: Session | undefined }): string =>
  texts.by(address, session?.who.name);

const named = ({ source, text }: Pick<StandingAlarm, "source" | "text">): string => `${text} (${source})`;

const auditOf = ({
  alarms,
  done,
}: {
  alarms: readonly Pick<StandingAlarm, "source" | "text">[];
  done: readonly unknown[];
}) => ({
  done: done.length,
  alarms: alarms.slice(0, AUDITED).map(named),
});
