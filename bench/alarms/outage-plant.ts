/** The project of the outage: 10,000 values that stay as they are, and one limit for all of them, which is lowered. */
import type { CompiledProject } from "@hubwart/project";
import { channel, pod, project } from "../../apps/hub/src/testing/projects.ts";
import { realPod } from "../../apps/hub/src/testing/real-pods.ts";

export const COUNT = 10_000;
/** Come while the mail server is there still. */
export const FIRST = 3;
export const PER_HOUR = 20;
export const limit = "fake.points.limit";

const value = (at: number) => `fake.gen.c${at}`;

/** The one with the number n stands once the limit is below n; the last of them first. */
export function waiting({ ca, port }: { ca: string; port: number }): CompiledProject {
  const numbers = Array.from({ length: COUNT }, (_, at) => at + 1);
  return project(
    [
      pod(
        "fake.gen",
        numbers.map((n) => channel(value(n), { config: { does: "say", value: n } })),
      ),
      pod("fake.points", [channel(limit, { dir: "out", type: "float" })]),
      realPod(
        "email.post",
        {
          main: {
            host: "127.0.0.1",
            port,
            ca,
            security: "starttls",
            from: "hub@haus.test",
            to: "anna@haus.test, bert@haus.test",
            max_per_hour: PER_HOUR,
          },
        },
        {},
      ),
    ],
    [],
    {
      alarms: numbers.map((n) => ({
        id: `m${n}`,
        source: value(n),
        kind: "above" as const,
        limits: [{ chan: limit }],
        priority: 3 as const,
        text: `Messwert ${n} zu hoch`,
        ack: "on" as const,
        class: "haus",
      })),
      alarmClasses: [{ id: "haus", steps: [{ after: 0, ways: ["email.post"], until: "ack" as const }] }],
    },
  );
}
