/**
 * The alarms of a project, in a process of their own: for the hub a pod whose channels are those that alarms look at.
 *
 * Parameters: `AlarmOrder`. `ask`: the methods of `AlarmRequests` and `AlarmsOfScripts`. It asks the hub `tell` {way, key, subject, text}, answered once the
 * pod of that way has taken the message, and says `alarmsChanged` {counts}.
 */
import { errorText, InvalidInputError, NotFoundError } from "@hubwart/core";
import { type AlarmRequests, type AlarmsOfScripts, LINK_PATH, noSuchMethod } from "@hubwart/ipc";
import type { Pod, PodContext, PodKind, PodWrite } from "@hubwart/runtime/pod";
import { Addressees, plainWay } from "./addressees.ts";
import { ByScript } from "./by-script.ts";
import { ChangeSet } from "./change-set.ts";
import { DeviceFindings } from "./device-findings.ts";
import { Engine } from "./engine.ts";
import { figuresOf, ownSource } from "./figures.ts";
import { type Change, Journal } from "./journal.ts";
import { Links } from "./links.ts";
import { countsOf, lookAt } from "./look.ts";
import { type ComposeFacts, compose } from "./message.ts";
import { newsOf } from "./news.ts";
import { LONGEST_MAINTENANCE, LONGEST_SHELF } from "./out.ts";
import { type AlarmOrder, AlarmProject } from "./project.ts";
import { RemoteAcks } from "./remote-acks.ts";
import { Sender } from "./sender.ts";
import { shareEqual } from "./share-equal.ts";
import { isActive } from "./states.ts";
import { Tally } from "./tally.ts";
import { Teller } from "./teller.ts";
import { messages, texts } from "./texts.ts";

/** Beside an alarm's own process: how soon the console hears of changes, ms. */
const NEWS_AFTER = 100;
const TIDY_EVERY = 10_000;
const HOUR = 3_600_000;
/** So long people are told that the file was damaged. */
const DAMAGE_TOLD = 7 * 24 * HOUR;
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
  readonly #addressees: Addressees;
  readonly #links: Links;
  readonly #acks: RemoteAcks;
  readonly #tally: Tally;
  readonly #byScript: ByScript;
  readonly #findings: DeviceFindings;
  #cancelNews: (() => void) | undefined;

  constructor(context: PodContext) {
    this.#context = context;
    const { clock, load, log, scope } = context;
    shareEqual(load);
    const order = load.params as unknown as AlarmOrder;
    this.#addressees = new Addressees(order.settings, log);
    this.#project = new AlarmProject(
      order,
      load.channels.map(({ chan }) => chan),
    );
    this.#journal = Journal.open(load.folder ?? "", clock.now());
    scope.add(() => this.#journal.close());
    if (this.#journal.aside !== undefined) log.error(texts.damaged(this.#journal.aside));
    const kept = this.#journal.kept();
    const tally = new Tally(kept.alarms);
    this.#tally = tally;
    const journal = {
      commit: (change: Change) => {
        this.#journal.commit(change);
        tally.committed(change);
      },
      renew: (now: number) => this.#journal.renew(now),
    };
    this.#changes = new ChangeSet({
      journal,
      clock,
      log,
      scope,
      stored: () => this.#news(),
      whole: (change) => {
        this.#engine.whole(change);
        this.#teller.whole(change);
        this.#links.whole(change);
      },
    });
    const project = this.#project;
    const changes = this.#changes;
    this.#links = new Links({ kept, changes, clock, secret: () => this.#journal.secret() });
    this.#teller = new Teller({
      project,
      engine: () => this.#engine,
      changes,
      clock,
      scope,
      kept,
      addressees: this.#addressees,
      wake: (way) => this.#sender.wake(way),
    });
    this.#sender = new Sender({
      teller: this.#teller,
      compose: (way, lines) =>
        compose(lines, {
          plant: project.name,
          ackBy: this.#ackBy(way),
          action: (id) => this.#engine.alarm(id)?.action,
          record: (id) => this.#engine.record(id),
        }),
      tell: async (way, message) => {
        const target = this.#addressees.target(way);
        try {
          await context.ask("tell", { ...target, ...message });
          tally.message(target.way, true);
        } catch (error) {
          tally.message(target.way, false);
          throw error;
        }
      },
      named: (way) => this.#addressees.named(way),
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
    this.#acks = new RemoteAcks(this.#engine, this.#links, this.#addressees);
    this.#byScript = new ByScript({ engine: this.#engine, project });
    this.#findings = new DeviceFindings(this.#engine, project);
    scope.add(() => this.#cancelNews?.());
  }

  start(): Promise<void> {
    const { clock, scope } = this.#context;
    this.#context.connection("main", { state: true });
    this.#engine.begin();
    this.#teller.begin(this.#engine.records);
    this.#news();
    // What came of the start and of values would lie in memory for long: V8 sees no need. It takes some ms.
    scope.add(clock.every(TIDY_EVERY, () => globalThis.gc?.()));
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
      case "alarmNews":
        return newsOf(params as Question<"alarmNews">, {
          journal: this.#journal,
          engine: this.#engine,
          project: this.#project,
          unwritten: this.#changes.trouble !== undefined,
        });
      case "alarmHistory":
        return this.#journal.history(params as Question<"alarmHistory">);
      case "alarmTally":
        return {
          alarms: this.#project.alarms.length,
          counts: countsOf(this.#engine),
          ...this.#tally.read(this.#engine),
        } satisfies Answer<"alarmTally">;
      case "alarmLook":
        return this.#byScript.look(params as AlarmsOfScripts["alarmLook"][0]);
      case "alarmSet":
        return this.#byScript.set(params as AlarmsOfScripts["alarmSet"][0]);
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
      case "alarmFindings":
        this.#findings.set((params as Question<"alarmFindings">).findings);
        return {};
      case "alarmLink":
        return this.#acks.look(params as Question<"alarmLink">);
      case "alarmLinkAck":
        return this.#acks.byLink(params as Question<"alarmLinkAck">);
      case "alarmChatAck":
        return this.#acks.byChat(params as Question<"alarmChatAck">);
      case "alarmSettings":
        this.#addressees.reload();
        return {};
      case "alarmTest":
        return await this.#test(params as Question<"alarmTest">);
      default:
        throw noSuchMethod(method);
    }
  }

  #look({ limit, nrs }: Question<"alarms">): Answer<"alarms"> {
    const troubles = this.#sender.troubles.map(({ text, way }) =>
      texts.notTold(this.#addressees.named(way), text),
    );
    const trouble = this.#changes.trouble ?? troubles[0];
    const { damagedAt } = this.#journal;
    const lately = damagedAt !== undefined && this.#context.clock.now() - damagedAt < DAMAGE_TOLD;
    return {
      ...lookAt(this.#engine, this.#project, limit, nrs),
      ...(lately ? { damaged: texts.damagedLately(this.#journal.asidePath) } : {}),
      ...(trouble === undefined ? {} : { trouble }),
    };
  }

  #figures({ from, to, within }: Question<"alarmFigures">): Answer<"alarmFigures"> {
    const now = this.#context.clock.now();
    const isOwn = ownSource(within);
    const stale = [...this.#engine.records].filter(
      ({ id, since, state, suppressed }) =>
        isActive(state) &&
        !suppressed &&
        now - since > STALE &&
        isOwn({ source: this.#engine.alarm(id)?.source ?? "" }),
    ).length;
    const events = this.#journal.events(["raised", "acked"], from, to);
    return figuresOf(events, { from, to, stale, isOwn });
  }

  #act({ by, ids, nrs, what }: Question<"alarmAct">): Answer<"alarmAct"> {
    switch (what) {
      case "ack":
        return { done: this.#engine.ack(nrs, by) };
      case "reset":
        return { done: this.#engine.reset(nrs, by) };
      case "unshelve":
        return { done: this.#engine.unshelve(nrs, by, ids) };
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
    const ways = found.steps.flatMap(({ roster, ways: own }) =>
      own.map((way) => this.#addressees.wayOf(way, roster, clock.now())),
    );
    const results = [...new Set(ways)].map(async (full) => {
      const way = this.#addressees.named(full);
      try {
        await this.#context.ask("tell", { ...this.#addressees.target(full), ...message });
        return { way, ok: true, text: texts.taken };
      } catch (error) {
        return { way, ok: false, text: errorText(error) };
      }
    });
    return { results: await Promise.all(results) };
  }

  #ackBy(way: string): ComposeFacts["ackBy"] {
    const [type = "", name = ""] = plainWay(way).split(".");
    if (this.#project.obedient.has(`${type}.${name}`)) return "answer";
    const { link } = this.#addressees;
    return link === undefined
      ? undefined
      : (key, nrs) => `${link}${LINK_PATH}${this.#links.make(key, way, nrs)}`;
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
  untold: true,
  create: (context) => new AlarmsPod(context),
};
