/** What the hub's meters consumed, for the console, downloads and reports. */
import type { AnswerOf, BodyOf, energyExchange, energyLook, energySums, QueryOf } from "@hubwart/contract";
import { type Clock, InvalidInputError, UnavailableError } from "@hubwart/core";
import type { EnergyOverview, EnergyPeriods, EnergySpan, EnergyStep } from "@hubwart/ipc";
import type { CompiledProject } from "@hubwart/project";
import { type Kept, keptTo } from "../../http/bounds.ts";
import type { HubLink } from "../../hub-link.ts";
import { withFirst } from "../../platform/first-page.ts";
import { ofProject } from "../../platform/of-project.ts";
import { energyCsv } from "./csv.ts";
import { dutiesOf } from "./duties.ts";
import { mailOf } from "./mail-content.ts";
import { demandOwn, type OwnMeters, ownMeters, ownPeriods } from "./own.ts";
import { pagesOf, rowsOf } from "./pages.ts";
import { type ReportFacts, reportTables, spanOfPeriod } from "./report.ts";
import { texts } from "./texts.ts";

type Look = Omit<AnswerOf<typeof energyLook>, "code">;
type Span = EnergySpan & { step: EnergyStep };
/** Rows of a Parquet file, which is made in memory. */
const ROWS_MAX = 500_000;

export interface EnergyServiceOptions {
  hub: Pick<HubLink, "request" | "status">;
  clock: Pick<Clock, "now">;
  /** Of the current version; undefined without a project. */
  compiledFile: () => string | undefined;
}

export class EnergyService {
  readonly #options: EnergyServiceOptions;
  readonly #project: () => Promise<CompiledProject | undefined>;

  constructor(options: EnergyServiceOptions) {
    this.#options = options;
    this.#project = ofProject<CompiledProject | undefined>(options.compiledFile, undefined, (read) => read);
  }

  /** What the project does for § 71a GEG is of the whole of it. */
  async look(kept: Kept): Promise<Look> {
    const { clock, hub } = this.#options;
    // Whoever has no project has no meters, which is no fault.
    const idle = hub.status()?.state === "no_project";
    const overview: EnergyOverview = idle
      ? { zone: "", now: clock.now(), meters: [] }
      : await this.#overview();
    const { meters } = await this.#own(kept, overview);
    const duties = kept.patterns ? [] : dutiesOf(await this.#project(), meters);
    return { ...overview, meters, duties };
  }

  async sums({ from, meters, step, to }: QueryOf<typeof energySums>, kept: Kept): Promise<EnergyPeriods> {
    const asked = meters?.split(",");
    if (kept.patterns === undefined) return await this.#ask({ from, to, step }, asked);
    const own = await this.#own(kept);
    const ids = asked ?? own.meters.map(({ id }) => id);
    demandOwn(own, ids);
    return ownPeriods(own, await this.#ask({ from, to, step }, ids));
  }

  async events(meter: string, kept: Kept) {
    await this.#demand(meter, kept);
    return await this.#options.hub.request("energyEvents", { meter, limit: 200 });
  }

  async exchange(body: BodyOf<typeof energyExchange>, by: string, kept: Kept) {
    await this.#demand(body.meter, kept);
    return await this.#options.hub.request("energyExchange", { ...body, by });
  }

  /** @throws what the first question to the hub throws */
  async csv(span: Span, kept: Kept): Promise<AsyncGenerator<string>> {
    const own = await this.#own(kept);
    return energyCsv(own.meters, await withFirst(this.#pages(span, own)));
  }

  /** @throws InvalidInputError for more rows than are made at once */
  async parquet(span: Span, kept: Kept): Promise<Uint8Array> {
    const own = await this.#own(kept);
    const { meters } = own;
    if (rowsOf(span, meters) > ROWS_MAX)
      throw new InvalidInputError([{ field: "to", message: texts.tooMany }]);
    // Loaded when somebody asks for it.
    const { parquetOf, RowBuffer } = await import("@hubwart/stores/parquet");
    const rows = new RowBuffer();
    const numbers = new Map(meters.map(({ id }, at) => [id, at]));
    for await (const { bounds, meters: page } of this.#pages(span, own)) {
      for (const { amounts, estimated, id, missing } of page) {
        amounts.forEach((amount, at) => {
          if (amount === null) return;
          const whole = (estimated[at] ?? 0) === 0 && (missing[at] ?? 0) < 0.01;
          rows.push(numbers.get(id) ?? 0, bounds[at] ?? 0, amount, whole ? 0 : 1);
        });
      }
    }
    return await parquetOf(rows.rows(), (at) => `meter.${meters[at]?.id ?? ""}`);
  }

  async report(period: string, kept: Kept): Promise<Uint8Array> {
    return await workbookOf(await this.#facts(period, kept));
  }

  /** @throws UnavailableError where there is nothing to report */
  async mail(period: string): Promise<ReturnType<typeof mailOf>> {
    const facts = await this.#facts(period, keptTo(undefined));
    if (facts.meters.length === 0) throw new UnavailableError(texts.noMeters);
    return mailOf(facts, await workbookOf(facts));
  }

  async #facts(period: string, kept: Kept): Promise<ReportFacts> {
    const [overview, project] = [await this.#overview(), await this.#project()];
    const { meters } = await this.#own(kept, overview);
    const now = await this.sums(spanOfPeriod(period), kept);
    const before = await this.sums(spanOfPeriod(period, 1), kept);
    const duties = kept.patterns ? [] : dutiesOf(project, meters);
    const name = project?.name ?? "";
    return { name, period, meters, now, before, duties, at: overview.now };
  }

  async #own(kept: Kept, overview?: EnergyOverview): Promise<OwnMeters> {
    const { meters } = overview ?? (await this.#overview());
    const rows = kept.patterns === undefined ? [] : ((await this.#project())?.meters ?? []);
    return ownMeters(kept, meters, rows);
  }

  async #demand(meter: string, kept: Kept): Promise<void> {
    if (kept.patterns !== undefined) demandOwn(await this.#own(kept), [meter]);
  }

  #ask(span: Span, meters?: string[]): Promise<EnergyPeriods> {
    return this.#options.hub.request("energySums", { ...span, ...(meters ? { meters } : {}) });
  }

  async #overview(): Promise<EnergyOverview> {
    if (this.#options.hub.status()?.state === "no_project") throw new UnavailableError(texts.noProject);
    return await this.#options.hub.request("energy", {});
  }

  #pages(span: Span, own: OwnMeters): AsyncGenerator<EnergyPeriods> {
    const ids = own.meters.map(({ id }) => id);
    return pagesOf(span, ids, async (asked, some) => ownPeriods(own, await this.#ask(asked, some)));
  }
}

/** Loaded when somebody asks for it. */
async function workbookOf(facts: ReportFacts): Promise<Uint8Array> {
  const { writeWorkbook } = await import("@hubwart/project/workbook");
  return await writeWorkbook(reportTables(facts));
}
