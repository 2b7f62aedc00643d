/** The project that is measured: 5,000 measurements of a pod, a value a second each, and 40 points that the measurement itself writes. */
import type { CompiledAlarm, CompiledProject } from "@hubwart/project";
import { channel, pod, project } from "../../apps/hub/src/testing/projects.ts";

export const ROWS = 5_000;
export const PROBES = 40;
export const LIMIT = 50;

export const probe = (at: number): string => `fake.points.p${at}`;
const measurement = (at: number) => `fake.gen.c${at}`;

/** Each from a moment of its own within the second on. */
const pods = [
  pod(
    "fake.gen",
    Array.from({ length: ROWS }, (_, at) =>
      channel(measurement(at), { config: { does: "count", every: 1_000, after: (at * 7) % 1_000 } }),
    ),
  ),
  pod(
    "fake.points",
    Array.from({ length: PROBES }, (_, at) => channel(probe(at), { dir: "out", type: "float" })),
  ),
];

const row = (source: string, rest: Partial<CompiledAlarm> = {}): CompiledAlarm => ({
  id: source,
  source,
  kind: "above",
  limits: [1e9],
  hysteresis: 1,
  priority: 3,
  text: "{label} über {limit}: {value}",
  ack: "on",
  ...rest,
});

export const alarmed: CompiledProject = project(pods, [], {
  alarms: [
    ...Array.from({ length: ROWS - PROBES }, (_, at) => row(measurement(at))),
    ...Array.from({ length: PROBES }, (_, at) => row(probe(at), { limits: [LIMIT], ack: "none" })),
  ],
});

/** The first point is the limit of all: it makes them come together. */
export const avalanche: CompiledProject = project(pods, [], {
  alarms: Array.from({ length: ROWS }, (_, at) =>
    row(measurement(at), { limits: [{ chan: probe(0) }], ack: "none" }),
  ),
});

export const silent: CompiledProject = project(pods);
