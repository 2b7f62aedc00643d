/**
 * The alarms of a project, in a process of their own: for the hub a pod whose channels are those that alarms look at.
 *
 * Parameters: `AlarmOrder`. `ask`: the methods of `AlarmRequests`. It asks the hub `tell` {way, key, subject, text}, answered once the
 * pod of that way has taken the message, and says `alarmsChanged` {counts}.
 */
import { InvalidInputError, NotFoundError } from "@hubwart/core";
import { type AlarmRequests, noSuchMethod } from "@hubwart/ipc";
import type { Pod, PodContext, PodKind, PodWrite } from "@hubwart/runtime/pod";
import { ChangeSet } from "./change-set.ts";
import { Engine } from "./engine.ts";
import { figuresOf } from "./figures.ts";
import { Journal } from "./journal.ts";
import { countsOf, lookAt } from "./look.ts";
import { compose } from "./message.ts";
import { LONGEST_MAINTENANCE, LONGEST_SHELF } from "./out.ts";
import { type AlarmOrder, AlarmProject } from "./project.ts";
import { Sender } from "./sender.ts";
import { isActive } from "./states.ts";
import { Teller } from "./teller.ts";
import { messages, texts } from "./texts.ts";

/** Beside an alarm's own process: how soon the console hears of changes, ms. */
const NEWS_AFTER = 100;
const HOUR = 3_600_000;
const STALE = 24 * HOUR;

type Answer<M extends keyof AlarmRequests> = AlarmRequests[M][1];
type Question<M extends keyof AlarmRequests> = AlarmRequests[M][0];

class AlarmsPod implements Pod {
  readonly #context: PodContext;
  readonly #project: AlarmProject;
  readonly #journal: Journal;
  readonly #changes: ChangeSet;
  readonly #engine: Engine;
  readonly #teller: Teller;
  readonly #sender: Sender;
  #cancelNews: (() => void) | undefined;

  constructor(context: PodContext) {
    this.#context = context;
    const { clock, load, log, scope } = context;
    this.#project = new AlarmProject(
      load.params as unknown as AlarmOrder,
      load.channels.map(({ chan }) => chan),
    );
    this.#journal = Journal.open(load.folder ?? "", clock.now());
    scope.add(() => this.#journal.close());
    if (this.#journal.aside !== undefined) log.error(texts.damaged(this.#journal.aside));
    const kept = this.#journal.kept();
    this.#changes = new ChangeSet({ journal: this.#journal, clock, log, scope, stored: () => this.#news() });
    const project = this.#project;
    const changes = this.#changes;
    this.#teller = new Teller({
      project,
      engine: () => this.#engine,
      changes,
      clock,
      scope,
      kept,
      wake: (way) => this.#sender.wake(way),
    });
    this.#sender = new Sender({
      teller: this.#teller,
      compose: (lines) =>
        compose(lines, {
          plant: project.name,
          action: (id) => this.#engine.alarm(id)?.action,
          record: (id) => this.#engine.record(id),
        }),
      tell: async (way, message) => void (await context.ask("tell", { way, ...message })),
      clock,
      scope,
      log,
    });
    this.#engine = new Engine({
      project,
      kept,
      changes,
      clock,
      scope,
      touched: (record, id, before) => this.#teller.touched(record, id, before),
    });
    scope.add(() => this.#cancelNews?.());
  }

  start(): Promise<void> {
    this.#context.connection("main", { state: true });
    this.#engine.begin();
    this.#teller.begin(this.#engine.records);
    this.#news();
    return Promise.resolve();
  }

  /** Taken over once what came of it is on the disk; what the disk does not take waits in memory. */
  write(writes: readonly PodWrite[]): Promise<void> {
    this.#engine.batch(() => {
      for (const { index, quality = 0, ts, value } of writes)
        this.#engine.value(index, { value, quality }, ts);
    });
    for (const write of writes) this.#context.written(write);
    return Promise.resolve();
  }

  async ask(method: string, params: unknown): Promise<unknown> {
    switch (method) {
      case "alarms":
        return this.#look(params as Question<"alarms">);
      case "alarmHistory":
        return this.#journal.history(params as Question<"alarmHistory">);
      case "alarmFigures":
        return this.#figures(params as Question<"alarmFigures">);
      case "alarmAct":
        return this.#act(params as Question<"alarmAct">);
      case "alarmShelve":
        return this.#shelve(params as Question<"alarmShelve">);
      case "alarmComment": {
        const { by, nr, text } = params as Question<"alarmComment">;
        this.#engine.comment(nr, by, text);
        return {};
      }
      case "alarmMaintain":
        return this.#maintain(params as Question<"alarmMaintain">);
      case "alarmMaintainEnd": {
        const { by, nr } = params as Question<"alarmMaintainEnd">;
        this.#engine.endMaintenance(nr, by);
        return {};
      }
      case "alarmTest":
        return await this.#test(params as Question<"alarmTest">);
      default:
        throw noSuchMethod(method);
    }
  }

  #look({ limit }: Question<"alarms">): Answer<"alarms"> {
    const troubles = this.#sender.troubles.map(({ text, way }) => texts.notTold(way, text));
    const trouble = this.#changes.trouble ?? troubles[0];
    return {
      ...lookAt(this.#engine, this.#project, limit),
      ...(trouble === undefined ? {} : { trouble }),
    };
  }

  #figures({ from, to }: Question<"alarmFigures">): Answer<"alarmFigures"> {
    const now = this.#context.clock.now();
    const stale = [...this.#engine.records].filter(
      ({ since, state, suppressed }) => isActive(state) && !suppressed && now - since > STALE,
    ).length;
    return figuresOf(this.#journal.events(["raised", "acked"], from, to), { from, to, stale });
  }

  #act({ by, nrs, what }: Question<"alarmAct">): Answer<"alarmAct"> {
    switch (what) {
      case "ack":
        return { done: this.#engine.ack(nrs, by) };
      case "reset":
        return { done: this.#engine.reset(nrs, by) };
      case "unshelve":
        return { done: this.#engine.unshelve(nrs, by) };
    }
  }

  #shelve({ by, nrs, until, why }: Question<"alarmShelve">): Answer<"alarmShelve"> {
    this.#checkUntil(until, LONGEST_SHELF);
    return { done: this.#engine.shelve(nrs, { by, until, why }) };
  }

  #maintain({ by, scope, until, why }: Question<"alarmMaintain">): Answer<"alarmMaintain"> {
    this.#checkUntil(until, LONGEST_MAINTENANCE);
    return { maintenance: this.#engine.maintain({ by, scope, until, why }) };
  }

  #checkUntil(until: number, longest: number): void {
    const left = until - this.#context.clock.now();
    if (left <= 0) throw new InvalidInputError([{ field: "until", message: texts.inThePast }]);
    // A caller's clock may be a little behind.
    if (left > longest + 60_000)
      throw new InvalidInputError([{ field: "until", message: texts.tooLong(longest / HOUR) }]);
  }

  async #test({ class: id }: Question<"alarmTest">): Promise<Answer<"alarmTest">> {
    const found = this.#project.classes.get(id);
    if (!found) throw new NotFoundError(texts.noSuchClass(id));
    const { clock } = this.#context;
    const plant = this.#project.name;
    const message = {
      key: `test-${clock.now()}`,
      subject: messages.testSubject(plant),
      text: `${messages.test(plant, id)}\n`,
    };
    const ways = [...new Set(found.steps.flatMap((step) => step.ways))];
    const results = ways.map(async (way) => {
      try {
        await this.#context.ask("tell", { way, ...message });
        return { way, ok: true, text: texts.taken };
      } catch (error) {
        return { way, ok: false, text: error instanceof Error ? error.message : String(error) };
      }
    });
    return { results: await Promise.all(results) };
  }

  #news(): void {
    const { clock } = this.#context;
    this.#cancelNews ??= clock.after(NEWS_AFTER, () => {
      this.#cancelNews = undefined;
      // The hub hears it again with the next change.
      this.#context.ask("alarmsChanged", { counts: countsOf(this.#engine) }).catch(() => undefined);
    });
  }
}

export const alarmsKind: PodKind = {
  schema: {
    type: "alarms",
    label: "Meldungen",
    doc: "Alarms of the project.",
    ifaceColumns: {},
    channelColumns: {},
    directions: ["out"],
    defaultDirection: "out",
    valueTypes: [],
    defaultValueType: "json",
    maxIfaces: 1,
  },
  create: (context) => new AlarmsPod(context),
};
