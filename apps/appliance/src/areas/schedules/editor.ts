/**
 * Changing a time programme on the device: judged, kept, and told to the hub at once.
 *
 *     await editor.save("sched.main.licht", plan);     // { before, after } in words, for the change log
 */
import { type AnswerOf, LIMITS, type scheduleOne } from "@hubwart/contract";
import { type Clock, InvalidInputError, NotFoundError } from "@hubwart/core";
import { type CompiledSchedule, sameValue } from "@hubwart/project";
import {
  arranged,
  changedWords,
  type EditedSchedule,
  type Override,
  ownPlan,
  type Plan,
  type PlanValue,
  planFaults,
  planWords,
  valueFits,
} from "@hubwart/schedule";
import type { ScheduleEdits } from "./edits.ts";
import type { ScheduleService } from "./service.ts";
import { texts } from "./texts.ts";

type One = Omit<AnswerOf<typeof scheduleOne>, "code">;

export interface Told {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** The hub has it. */
  applied: boolean;
}

export interface ScheduleEditorOptions {
  service: ScheduleService;
  edits: ScheduleEdits;
  /** Names of imported calendars, as they are at this moment. */
  imported: () => readonly string[];
  clock: Clock;
  /** Tells the hub; one that is away reads it when it starts. */
  changed: () => Promise<boolean>;
}

export class ScheduleEditor {
  readonly #options: ScheduleEditorOptions;

  constructor(options: ScheduleEditorOptions) {
    this.#options = options;
  }

  /** @throws NotFoundError */
  async look(chan: string): Promise<One> {
    const { clock, service } = this.#options;
    const [own, running, zone] = await Promise.all([this.#own(chan), service.running(), service.zone()]);
    const { calendars, place, units } = running;
    const now = clock.now();
    const schedule = running.schedules.find((one) => one.chan === chan) ?? own;
    const edited = this.#edited(chan);
    const project = ownPlan(own);
    const plan = ownPlan(schedule);
    const { override } = schedule;
    const unit = units.get(chan);
    return {
      chan,
      ...(own.label === undefined ? {} : { label: own.label }),
      type: own.type,
      ...(unit === undefined ? {} : { unit }),
      zone,
      now,
      plan,
      project,
      ...(edited?.plan ? { edited: { ts: edited.ts } } : {}),
      ...(edited?.plan && edited.base && !sameValue(arranged(edited.base), arranged(project))
        ? { was: edited.base }
        : {}),
      misfit: edited?.plan !== undefined && !sameValue(edited.plan, plan),
      ...(override && override.until > now ? { override } : {}),
      calendars: [...calendars],
      ...(place ? { place } : {}),
    };
  }

  /** One like the project's is none. */
  async save(chan: string, plan: Plan): Promise<Told> {
    const { edits, imported, service } = this.#options;
    const own = await this.#own(chan);
    const { calendars, place } = await service.project();
    const base = ownPlan(own);
    const before = this.#edited(chan)?.plan ?? base;
    await edits.change(chan, (kept) => {
      // Only now: a calendar may have been removed while the change waited.
      const faults = planFaults(plan, own.type, {
        calendars: [...calendars.map(({ id }) => id), ...imported()],
        sun: place !== undefined,
      });
      if (faults.length > 0)
        throw new InvalidInputError(
          faults.map(({ field, message }) => ({ field: `plan.${field}`, message })),
        );
      return sameValue(arranged(plan), arranged(base))
        ? only(kept?.override)
        : { plan, base, ...only(kept?.override) };
    });
    const applied = await this.#options.changed();
    return named(chan, changedWords(before, plan), applied);
  }

  /** @throws NotFoundError where there is nothing to take back */
  async reset(chan: string): Promise<Told> {
    const edited = this.#edited(chan);
    if (!edited) throw new NotFoundError(texts.notEdited(chan));
    await this.#options.edits.change(chan, () => ({}));
    const applied = await this.#options.changed();
    const { schedules } = await this.#options.service.project();
    const own = schedules.find((one) => one.chan === chan);
    if (edited.plan && own) return named(chan, changedWords(edited.plan, ownPlan(own)), applied);
    return named(chan, { before: edited.plan ? planWords(edited.plan) : {}, after: {} }, applied);
  }

  async override(chan: string, asked: { value: PlanValue; until: number } | undefined): Promise<Told> {
    const { clock, edits } = this.#options;
    const own = await this.#own(chan);
    const now = clock.now();
    const before = this.#edited(chan)?.override;
    if (asked) {
      if (!valueFits(asked.value, own.type)) {
        const [fault] = planFaults({ default: asked.value }, own.type);
        throw new InvalidInputError([{ field: "override.value", message: fault?.message ?? "" }]);
      }
      if (!(asked.until > now && asked.until <= now + LIMITS.scheduleOverrideMs))
        throw new InvalidInputError([{ field: "override.until", message: texts.until }]);
    }
    await edits.change(chan, (kept) => ({
      ...(kept?.plan ? { plan: kept.plan } : {}),
      ...(kept?.base ? { base: kept.base } : {}),
      ...(asked ? { override: { ...asked, from: now } } : {}),
    }));
    const applied = await this.#options.changed();
    const held = before && before.until > now ? before : undefined;
    return named(chan, { before: overrideWords(held), after: overrideWords(asked) }, applied);
  }

  #edited(chan: string): EditedSchedule | undefined {
    const { schedules } = this.#options.edits;
    return Object.hasOwn(schedules, chan) ? schedules[chan] : undefined;
  }

  async #own(chan: string): Promise<CompiledSchedule> {
    const { schedules } = await this.#options.service.project();
    const own = schedules.find((one) => one.chan === chan);
    if (!own) throw new NotFoundError(texts.noSchedule(chan));
    return own;
  }
}

const only = (override: Override | undefined) => (override ? { override } : {});

function named(chan: string, { before, after }: { before: object; after: object }, applied: boolean): Told {
  return { before: { chan, ...before }, after: { chan, ...after }, applied };
}

const overrideWords = (override: { value: PlanValue; until: number } | undefined): Record<string, unknown> =>
  override
    ? { value: override.value, until: new Date(override.until).toISOString() }
    : { value: texts.planned };
