/** Names of pods, channels and constants in drafts: in every example each is renamed once, and the project means what it meant. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { DraftDocument } from "@hubwart/contract";
import { applyStep, documentOf, tablesOfDraft } from "@hubwart/draft";
import { podSchemas } from "@hubwart/pods/schemas";
import { type CompiledAlarm, type CompiledProject, loadLua, readProject } from "@hubwart/project";
import type { CompiledBlock, CompiledMeter, MeterRate } from "@hubwart/project/compiled";
import {
  compileTables,
  copyPodOps,
  linksOfPod,
  placesOfPod,
  renameOps,
  type Subject,
  shortName,
  subjectOf,
  usageOf,
} from "@hubwart/project/tables";
import { beforeAll, describe, expect, it } from "vitest";

const folder = path.resolve(import.meta.dirname, "../../../../../examples");
const TYPES = new Set(podSchemas.map(({ type }) => type));
/** Tables of names alone: nothing in them is a pod's own. */
const NAMING = new Set(["links", "alarms", "classes", "meters", "pages"]);
const FILES = (await readdir(folder)).filter((name) => /\.(xlsx|zip)$/.test(name));

async function draftOf(name: string): Promise<DraftDocument> {
  const bytes = await readFile(path.join(folder, name));
  const { tables, scripts } = await readProject([{ name, bytes }], podSchemas);
  const sheets = tables.map(({ name: table, rows: [header, ...rows] }) => ({
    name: table,
    above: [],
    columns: header?.cells.map(String) ?? [],
    rows: rows.map(({ cells }) => cells.map((cell) => (typeof cell === "object" ? null : cell))),
  }));
  return documentOf(sheets, scripts ?? {});
}

async function compiled(document: DraftDocument) {
  const result = await compileTables(
    tablesOfDraft(document, () => "geheim"),
    { schemas: podSchemas, loadLua },
  );
  return { ...result, faults: result.errors.map(({ ErrCode }) => ErrCode).sort((a, b) => a - b) };
}

function subjectsOf(document: DraftDocument): Subject[] {
  const found = document.tables.flatMap((table) =>
    table.rows.flatMap((row) => {
      const named = ["pods", "constants", ...TYPES].includes(table.name);
      return (named && subjectOf(document, { table: table.id, row: row.id }, TYPES)) || [];
    }),
  );
  return [...new Map(found.map((subject) => [subject.name, subject])).values()];
}

/** The whole project as it must be then: every name that it says in full, in order of the names. */
function renamedIn(project: CompiledProject | undefined, { kind, name }: Subject, to: string): unknown {
  if (!project) return undefined;
  const full = (one: string): string =>
    one === name || (kind === "pod" && one.startsWith(`${name}.`)) ? `${to}${one.slice(name.length)}` : one;
  /** One row of several alarms has the channel in each id. */
  const alarmId = (id: string): string => id.replace(/\/(.*)$/, (_, chan: string) => `/${full(chan)}`);
  const alarm = (one: CompiledAlarm & { pattern?: string }): CompiledAlarm => ({
    ...one,
    id: alarmId(one.id),
    source: full(one.source),
    ...(one.pattern === undefined ? {} : { pattern: full(one.pattern) }),
    ...(one.limits
      ? { limits: one.limits.map((term) => (typeof term === "object" ? { chan: full(term.chan) } : term)) }
      : {}),
    ...(one.parent === undefined ? {} : { parent: alarmId(one.parent) }),
    ...(one.enable === undefined ? {} : { enable: full(one.enable) }),
  });
  const rate = (of: MeterRate): MeterRate => (typeof of === "object" ? { chan: full(of.chan) } : of);
  const meter = (one: CompiledMeter): CompiledMeter => ({
    ...one,
    source: full(one.source),
    ...(one.cost === undefined ? {} : { cost: rate(one.cost) }),
    ...(one.co2 === undefined ? {} : { co2: rate(one.co2) }),
  });
  const block = (one: CompiledBlock): CompiledBlock => ({
    ...one,
    ...(one.source === undefined ? {} : { source: one.source.split(", ").map(full).join(", ") }),
    ...(one.actual === undefined ? {} : { actual: full(one.actual) }),
  });
  const by = <T>(items: T[], key: (item: T) => string): T[] =>
    items.sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return {
    ...project,
    pods: by(
      project.pods.map((pod) => ({
        ...pod,
        id: full(pod.id),
        name: full(pod.id).split(".")[1] ?? "",
        channels: by(
          pod.channels.map((channel) => ({ ...channel, chan: full(channel.chan) })),
          ({ chan }) => chan,
        ),
      })),
      ({ id }) => id,
    ),
    links: by(
      project.links.map((link) => ({ ...link, source: full(link.source), target: full(link.target) })),
      ({ source, target }) => `${source}\u0000${target}`,
    ),
    ...(project.meters ? { meters: project.meters.map(meter) } : {}),
    ...(project.pages ? { pages: project.pages.map(block) } : {}),
    ...(project.alarms ? { alarms: by(project.alarms.map(alarm), ({ id }) => id) } : {}),
    ...(project.alarmClasses
      ? {
          alarmClasses: project.alarmClasses.map(({ id, steps }) => ({
            id,
            steps: steps.map((step) => ({ ...step, ways: step.ways.map(full).sort() })),
          })),
        }
      : {}),
    constants: by(
      project.constants.map((one) => ({ ...one, chan: full(one.chan) })),
      ({ chan }) => chan,
    ),
  };
}

describe.each(FILES)("%s", (file) => {
  let document: DraftDocument;
  let subjects: Subject[];
  beforeAll(async () => {
    document = await draftOf(file);
    subjects = subjectsOf(document);
  });

  it("means the same after any rename but for the name, and is as it was after the way back", async () => {
    const before = await compiled(document);
    expect(subjects.length).toBeGreaterThan(1);
    for (const [index, subject] of subjects.entries()) {
      const plan = renameOps(document, subject, `Neu-${index}`, TYPES);
      if ("refused" in plan) throw new Error(`${subject.name}: ${plan.refused}`);
      const { document: after } = applyStep(document, plan.ops);
      const again = await compiled(after);
      // A pattern that meant it may mean it no longer, which people are told.
      const exact = usageOf(document, subject, TYPES).patterns.length === 0;
      const meant = renamedIn(before.compiled, subject, plan.name);
      if (exact) expect(again.compiled, subject.name).toEqual(meant);
      expect(again.faults.length, subject.name).toBeLessThanOrEqual(before.faults.length);
      const renamed = { kind: subject.kind, name: plan.name };
      expect(usageOf(after, subject, TYPES).cells).toEqual([]);
      expect(usageOf(after, renamed, TYPES).cells).toEqual(usageOf(document, subject, TYPES).cells);
      const back = renameOps(after, renamed, shortName(subject), TYPES);
      // It was no name that anything may have.
      if ("refused" in back && before.compiled === undefined) continue;
      if ("refused" in back) throw new Error(`${plan.name}: ${back.refused}`);
      expect(applyStep(after, back.ops).document).toEqual(document);
    }
  });

  it("has each pod a second time, with all its channels", async () => {
    const before = await compiled(document);
    for (const { kind, name } of subjects.filter((one) => one.kind === "pod")) {
      const places = placesOfPod(document, name, TYPES)
        .filter((place) => place.name === "port")
        .map((place, at) => ({ ...place, value: String(40_000 + at) }));
      const wish = { pod: name, name: "zweiter", places, links: false, prefix: "neu" };
      const plan = copyPodOps(document, wish, TYPES);
      if ("refused" in plan) throw new Error(`${name}: ${plan.refused}`);
      const { document: after } = applyStep(document, plan.ops);
      const own = usageOf(document, { kind, name }, TYPES).cells.length;
      const named = usageOf(document, { kind, name }, TYPES).cells.filter(({ table }) =>
        NAMING.has(document.tables.find(({ id }) => id === table)?.name ?? ""),
      ).length;
      expect(usageOf(after, { kind, name: plan.name }, TYPES).cells).toHaveLength(own - named);
      expect(usageOf(after, { kind, name }, TYPES).cells).toHaveLength(own);
      const made = (await compiled(after)).compiled?.pods.find(({ id }) => id === plan.name);
      const linked = copyPodOps(document, { ...wish, links: true }, TYPES);
      if ("refused" in linked) throw new Error(`${name}: ${linked.refused}`);
      const { document: both } = applyStep(document, linked.ops);
      const links = linksOfPod(document, name, TYPES);
      expect([name, plan.name].map((pod) => linksOfPod(both, pod, TYPES))).toEqual([links, links]);
      const from = before.compiled?.pods.find(({ id }) => id === name);
      // Two that listen alike, or two of the same device, are refused as such.
      if (!made || !from) continue;
      const rest = (chan: string) => chan.split(".")[2];
      expect(made.channels.map(({ chan, ...more }) => [rest(chan), more])).toEqual(
        from.channels.map(({ chan, ...more }) => [rest(chan), more]),
      );
    }
  });
});
