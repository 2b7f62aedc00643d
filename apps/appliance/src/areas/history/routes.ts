/** The graphs of the status page and of pods. */
import type { Handlers } from "../../http/handlers.ts";
import type { HistoryRecorder } from "./recorder.ts";

const DEFAULT_MINUTES = 60;
/** What is kept. */
const LONGEST_MINUTES = 10_080;

export function historyHandlers(recorder: HistoryRecorder): Handlers {
  return {
    historyOfDevice: async ({ query }) => {
      const minutes = query.minutes ?? DEFAULT_MINUTES;
      const { interval, records } = await recorder.since("host", minutes);
      return {
        interval,
        samples: records.map(({ ts, values: [cpu = 0, ram = 0, disk = 0] }) => ({
          ts,
          cpu: tenth(cpu),
          ram: tenth(ram),
          disk: tenth(disk),
        })),
        marks: recorder.marks.since(minutes),
      };
    },
    historyMarks: async () => ({ marks: recorder.marks.since(LONGEST_MINUTES) }),
    historySeries: async ({ query }) => {
      const minutes = query.minutes ?? DEFAULT_MINUTES;
      const { interval, fields, records } = await recorder.since(query.series, minutes);
      return {
        interval,
        fields,
        samples: records.map(({ ts, values }) => [ts, ...values.map(tenth)]),
        marks: recorder.marks.since(minutes),
      };
    },
  };
}

const tenth = (value: number) => Math.round(value * 10) / 10;
