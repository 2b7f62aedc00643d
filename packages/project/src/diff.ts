/** What an upload changes against the project before it, and how one kept version differs from another. */
import { canonicalText } from "./canonical.ts";
import type {
  CompiledBlock,
  CompiledChannel,
  CompiledLink,
  CompiledPod,
  CompiledProject,
} from "./compiled.ts";
import {
  alarmFields,
  blockFields,
  calendarFields,
  channelFields,
  classFields,
  constantFields,
  ifaceFields,
  linkFields,
  meterFields,
  podFields,
  projectFields,
  scheduleFields,
} from "./diff-fields.ts";
import { type FieldChange, type Fields, fieldChanges } from "./diff-values.ts";
import type { PodSchema } from "./pod-schema.ts";

export type Change = "added" | "changed" | "removed";
export type ChangedKind =
  | "project"
  | "pod"
  | "iface"
  | "channel"
  | "constant"
  | "schedule"
  | "calendar"
  | "meter"
  | "alarm"
  | "class"
  | "page"
  | "script";

export interface ProjectChange {
  kind: ChangedKind;
  /** Full name: `{type}.{pod}.{channel}`, `{type}.pod.{pod}`, `{type}.iface.{pod}.{iface}`; of a script its file; of calendars, meters, alarms, classes and pages their ids. */
  chan: string;
  change: Change;
  /** Of what changed: which columns, with both values. Absent where nothing but the name is there to say. */
  fields?: FieldChange[];
}

export interface LinkChange {
  source: string;
  target: string;
  change: Change;
  fields?: FieldChange[];
}

export interface ProjectDiff {
  /** Sorted by name. */
  changes: ProjectChange[];
  /** Sorted by source and target. */
  links: LinkChange[];
}

/** `before` is undefined for the first project. `schemas` tell which columns are secret. */
export function diffProjects(
  before: CompiledProject | undefined,
  after: CompiledProject,
  schemas: readonly PodSchema[],
): ProjectDiff {
  const types = new Map(schemas.map((schema) => [schema.type, schema]));
  const changes: ProjectChange[] = [
    ...(before ? compare("project", projects(before), projects(after)) : []),
    ...compare("pod", podsOf(before), podsOf(after)),
    ...compare("iface", ifacesOf(before, after, types), ifacesOf(after, before, types)),
    ...compare("channel", channelsOf(before, types), channelsOf(after, types)),
    ...compare("constant", constantsOf(before), constantsOf(after)),
    ...compare("schedule", schedulesOf(before), schedulesOf(after)),
    ...compare("calendar", calendarsOf(before), calendarsOf(after)),
    ...compare("meter", metersOf(before), metersOf(after)),
    ...compare("alarm", alarmsOf(before), alarmsOf(after)),
    ...compare("class", classesOf(before), classesOf(after)),
    ...compare("page", pagesOf(before), pagesOf(after)),
    ...compare("script", scriptsOf(before), scriptsOf(after)),
  ];
  changes.sort((a, b) => (a.chan < b.chan ? -1 : 1));
  return { changes, links: compareLinks(before?.links ?? [], after.links) };
}

/**
 * True if the hub can take the change over without restarting a pod: only links, constants, schedules, meters, alarms, classes,
 * pages, scripts, labels, units, tags, areas or the project's own name differ. False for two equal projects is impossible.
 */
export function isLinkOnlyChange(before: CompiledProject, after: CompiledProject): boolean {
  if (before.id !== after.id || before.pods.length !== after.pods.length) return false;
  return before.pods.every((pod, i) => {
    const other = after.pods[i];
    return other !== undefined && canonicalText(essence(pod)) === canonicalText(essence(other));
  });
}

/** What a pod is started with; the rest only describes. */
function essence(pod: CompiledPod): unknown {
  return {
    id: pod.id,
    internal: pod.internal,
    ifaces: pod.ifaces,
    channels: pod.channels.map(({ chan, iface, type, dir, config }) => ({ chan, iface, type, dir, config })),
  };
}

/** A thing of a project: what it is compared by, and its columns, made only where they are asked for. */
interface Item {
  text: string;
  fields: () => Fields;
}
type Items = ReadonlyMap<string, Item>;
type Types = ReadonlyMap<string, PodSchema>;

const projects = (project: CompiledProject): Items => {
  const { id, name, description, place } = project;
  return new Map([
    [
      "project",
      { text: canonicalText({ id, name, description, place }), fields: () => projectFields(project) },
    ],
  ]);
};

function podsOf(project: CompiledProject | undefined): Items {
  return new Map(
    (project?.pods ?? []).map((pod) => {
      const { type, name, internal, label, area, equip } = pod;
      return [
        `${type}.pod.${name}`,
        { text: canonicalText({ internal, label, area, equip }), fields: () => podFields(pod) },
      ];
    }),
  );
}

/** Of the pods that the other project has too: those of a pod that comes or goes say nothing new. */
function ifacesOf(
  project: CompiledProject | undefined,
  other: CompiledProject | undefined,
  types: Types,
): Items {
  const kept = new Set(other?.pods.map(({ id }) => id));
  const items = new Map<string, Item>();
  for (const { id, ifaces, name, type } of project?.pods ?? []) {
    if (!kept.has(id)) continue;
    for (const iface of ifaces) {
      items.set(`${type}.iface.${name}.${iface.id}`, {
        text: canonicalText(iface),
        fields: () => ifaceFields(iface, types.get(type)),
      });
    }
  }
  return items;
}

function channelsOf(project: CompiledProject | undefined, types: Types): Items {
  const items = new Map<string, Item>();
  for (const { type, channels } of project?.pods ?? []) {
    for (const channel of channels) items.set(channel.chan, channelItem(channel, types.get(type)));
  }
  return items;
}

function channelItem(channel: CompiledChannel, schema: PodSchema | undefined): Item {
  return { text: canonicalText(channel), fields: () => channelFields(channel, schema) };
}

function constantsOf(project: CompiledProject | undefined): Items {
  return new Map(
    (project?.constants ?? []).map((constant) => [
      constant.chan,
      { text: canonicalText(constant), fields: () => constantFields(constant) },
    ]),
  );
}

function schedulesOf(project: CompiledProject | undefined): Items {
  return new Map(
    (project?.schedules ?? []).map((schedule) => [
      schedule.chan,
      { text: canonicalText(schedule), fields: () => scheduleFields(schedule) },
    ]),
  );
}

function calendarsOf(project: CompiledProject | undefined): Items {
  return new Map(
    (project?.calendars ?? []).map((calendar) => [
      calendar.id,
      { text: canonicalText(calendar), fields: () => calendarFields(calendar) },
    ]),
  );
}

function metersOf(project: CompiledProject | undefined): Items {
  return new Map(
    (project?.meters ?? []).map((meter) => [
      meter.id,
      { text: canonicalText(meter), fields: () => meterFields(meter) },
    ]),
  );
}

function alarmsOf(project: CompiledProject | undefined): Items {
  return new Map(
    (project?.alarms ?? []).map((alarm) => [
      alarm.id,
      { text: canonicalText(alarm), fields: () => alarmFields(alarm) },
    ]),
  );
}

function classesOf(project: CompiledProject | undefined): Items {
  return new Map(
    (project?.alarmClasses ?? []).map((alarmClass) => [
      alarmClass.id,
      { text: canonicalText(alarmClass), fields: () => classFields(alarmClass) },
    ]),
  );
}

/** Each page with all its blocks. */
function pagesOf(project: CompiledProject | undefined): Items {
  const pages = new Map<string, CompiledBlock[]>();
  for (const block of project?.pages ?? []) {
    const blocks = pages.get(block.page);
    if (blocks) blocks.push(block);
    else pages.set(block.page, [block]);
  }
  return new Map(
    [...pages].map(([page, blocks]) => [
      page,
      { text: canonicalText(blocks), fields: () => blockFields(blocks) },
    ]),
  );
}

function scriptsOf(project: CompiledProject | undefined): Items {
  return new Map(
    Object.entries(project?.scripts ?? {}).map(([name, text]) => [name, { text, fields: () => new Map() }]),
  );
}

function compareLinks(before: readonly CompiledLink[], after: readonly CompiledLink[]): LinkChange[] {
  const key = ({ source, target }: CompiledLink) => `${source} ${target}`;
  const items = (links: readonly CompiledLink[]): Items =>
    new Map(links.map((link) => [key(link), { text: canonicalText(link), fields: () => linkFields(link) }]));
  return [...changed(items(before), items(after))]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, ...rest }) => {
      const [source = "", target = ""] = name.split(" ");
      return { source, target, ...rest };
    });
}

function compare(kind: ChangedKind, before: Items, after: Items): ProjectChange[] {
  return [...changed(before, after)].map(({ name, ...rest }) => ({ kind, chan: name, ...rest }));
}

function* changed(
  before: Items,
  after: Items,
): Generator<{ name: string; change: Change; fields?: FieldChange[] }> {
  for (const [name, item] of after) {
    const old = before.get(name);
    if (old === undefined) yield { name, change: "added" };
    else if (old.text !== item.text) {
      const fields = fieldChanges(old.fields(), item.fields());
      yield { name, change: "changed", ...(fields.length > 0 ? { fields } : {}) };
    }
  }
  for (const name of before.keys()) if (!after.has(name)) yield { name, change: "removed" };
}
