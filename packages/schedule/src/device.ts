/**
 * What people changed of the project's schedules on the device. It is kept apart from the project: the hub lays it over the plans, so that
 * an upload neither loses it nor has to be made again.
 *
 *     const { calendars, schedules } = withDevice(project, device);
 */
import type { Calendar, Override, Plan } from "./plan.ts";
import { planFaults, type ValueType, valueFits } from "./plan-faults.ts";

/** Of one schedule. */
export interface EditedSchedule {
  /** Instead of the project's plan. */
  plan?: Plan;
  /** The project's plan when `plan` was made of it. */
  base?: Plan;
  override?: Override;
  /** When it was saved, Unix seconds. */
  ts: number;
}

/** By full name, `sched.{group}.{name}`. */
export type EditedSchedules = Readonly<Record<string, EditedSchedule>>;

export interface DeviceSchedules {
  edited: EditedSchedules;
  /** Imported: those that the project has too add their days to it. */
  calendars: readonly Calendar[];
}

export const NO_DEVICE_SCHEDULES: DeviceSchedules = { edited: {}, calendars: [] };

export interface NamedPlan extends Plan {
  chan: string;
  type: ValueType;
}

/** A change that does not fit its schedule any more is left out. */
export function withDevice<S extends NamedPlan>(
  { calendars = [], schedules = [] }: { calendars?: readonly Calendar[]; schedules?: readonly S[] },
  device: DeviceSchedules,
): { calendars: Calendar[]; schedules: S[] } {
  return {
    calendars: mergedCalendars(calendars, device.calendars),
    schedules: schedules.map((schedule) => {
      const edited = Object.hasOwn(device.edited, schedule.chan) ? device.edited[schedule.chan] : undefined;
      return edited ? laidOver(schedule, edited) : schedule;
    }),
  };
}

export function laidOver<S extends NamedPlan>(schedule: S, { override, plan }: EditedSchedule): S {
  const { default: usual, exceptions: _, times: __, ...rest } = schedule;
  const own =
    plan && planFaults(plan, schedule.type).length === 0
      ? ({ ...rest, ...plan } as S)
      : { ...schedule, default: usual };
  return override && valueFits(override.value, schedule.type) ? { ...own, override } : own;
}

/** Of a schedule what can be changed, in one order: for comparing. */
export function ownPlan({ days, default: usual, exceptions, ignored, off, times }: Plan): Plan {
  return {
    default: usual,
    ...(exceptions ? { exceptions } : {}),
    ...(times ? { times } : {}),
    ...(ignored ? { ignored } : {}),
    ...(days ? { days } : {}),
    ...(off ? { off } : {}),
  };
}

export function mergedCalendars(project: readonly Calendar[], imported: readonly Calendar[]): Calendar[] {
  const own = project.map((calendar): Calendar => {
    const more = imported.find(({ id }) => id === calendar.id)?.ranges;
    return more ? { ...calendar, ranges: [...(calendar.ranges ?? []), ...more] } : calendar;
  });
  const known = new Set(project.map(({ id }) => id));
  return [...own, ...imported.filter(({ id }) => !known.has(id))];
}
