/** `/alarms/…`. */
import { Readable } from "node:stream";
import type { StandingAlarm } from "@hubwart/ipc";
import type { Handlers } from "../../http/handlers.ts";
import { alarmCsv } from "./csv.ts";
import type { AlarmService, Done } from "./service.ts";
import { texts } from "./texts.ts";

/** Of the change log: more than anybody reads, and no more. */
const AUDITED = 20;

export function alarmHandlers(service: AlarmService): Handlers {
  return {
    alarmLook: ({ query }) => service.look(query),
    alarmHistory: ({ query }) => service.history(query),
    alarmHistoryDownload: async ({ query }) => {
      // The first page is waited for, so that what goes wrong is an answer and no broken file.
      const pages = service.lines(query);
      const first = await pages.next();
      return { file: Readable.from(alarmCsv(after(first, pages))), filename: texts.file };
    },
    alarmFigures: ({ query }) => service.figures(query),
    alarmAck: async (request) => {
      const result = await service.act("ack", request.body, texts.by(request.address));
      request.audit({ after: auditOf(result) });
      return { done: result.done.length };
    },
    alarmReset: async (request) => {
      const result = await service.act("reset", request.body, texts.by(request.address));
      request.audit({ after: auditOf(result) });
      return { done: result.done.length };
    },
    alarmShelve: async (request) => {
      const { minutes, why } = request.body;
      const result = await service.shelve(request.body, texts.by(request.address));
      request.audit({ after: { ...auditOf(result), why, minutes } });
      return { done: result.done.length };
    },
    alarmUnshelve: async (request) => {
      const result = await service.unshelve(request.body.nrs, texts.by(request.address));
      request.audit({ after: auditOf(result) });
      return { done: result.done.length };
    },
    alarmComment: async (request) => {
      const { nr, text } = request.body;
      const alarm = await service.comment(nr, text, texts.by(request.address));
      const of = named(alarm);
      request.audit({
        before: { alarm: of, comment: alarm.comment?.text ?? "" },
        after: { alarm: of, comment: text },
      });
      return {};
    },
    alarmMaintain: async ({ address, body }) => ({
      maintenance: await service.maintain(body, texts.by(address)),
    }),
    alarmMaintainEnd: async (request) => {
      const { scope, why } = await service.maintainEnd(request.body.nr, texts.by(request.address));
      request.audit({ after: { scope, why } });
      return {};
    },
    alarmTest: ({ body }) => service.test(body.class),
  };
}

const named = ({ source, text }: StandingAlarm): string => `${text} (${source})`;

const auditOf = ({ alarms, done }: Done) => ({
  done: done.length,
  alarms: alarms.slice(0, AUDITED).map(named),
});

async function* after<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}
