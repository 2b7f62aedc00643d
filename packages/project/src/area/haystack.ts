/**
 * A project as a grid of Project Haystack, in its JSON encoding (https://project-haystack.org/doc/docHaystack/Json): sites, spaces and
 * equipment from areas, points from channels, with references from each to what it is part of.
 */
import type { CompiledChannel, CompiledProject, ValueType } from "../compiled.ts";
import { areasOf } from "./areas.ts";

type Ref = { _kind: "ref"; val: string; dis: string };
type Value = string | Ref | typeof MARKER;
export type HaystackRow = Record<string, Value>;

export interface HaystackGrid {
  _kind: "grid";
  meta: { ver: "3.0" };
  cols: { name: string }[];
  rows: HaystackRow[];
}

const MARKER = { _kind: "marker" } as const;
const KINDS: Readonly<Record<ValueType, string>> = {
  bool: "Bool",
  int: "Number",
  float: "Number",
  string: "Str",
  json: "Dict",
};

export function haystackOf(project: CompiledProject): HaystackGrid {
  const rows = new Map<string, HaystackRow>();
  const { paths } = areasOf(project);
  for (const [place, pod] of project.pods.entries()) {
    for (const [local, channel] of pod.channels.entries()) {
      const path = paths[place]?.[local] ?? "";
      const where = { ...placeRefs(rows, path), ...equipRef(rows, path, channel.equip ?? pod.equip) };
      rows.set(`point:${channel.chan}`, pointRow(channel, where));
    }
  }
  const names = new Set([...rows.values()].flatMap((row) => Object.keys(row)));
  return {
    _kind: "grid",
    meta: { ver: "3.0" },
    cols: [...names].map((name) => ({ name })),
    rows: [...rows.values()],
  };
}

/** Sites, and spaces in them, made where they are missing. */
function placeRefs(rows: Map<string, HaystackRow>, path: string): HaystackRow {
  const parts = path.split("/");
  const refs: HaystackRow = {};
  for (const [depth, dis] of parts.entries()) {
    const id = refOf("area", parts.slice(0, depth + 1).join("/"), dis);
    const kind = depth === 0 ? "site" : "space";
    if (!rows.has(id.val)) rows.set(id.val, { id, dis, [kind]: MARKER, ...refs });
    refs[depth === 0 ? "siteRef" : "spaceRef"] = id;
  }
  return refs;
}

function equipRef(rows: Map<string, HaystackRow>, path: string, equip: string | undefined): HaystackRow {
  if (equip === undefined) return {};
  const id = refOf("equip", `${path}/${equip}`, equip);
  if (!rows.has(id.val)) rows.set(id.val, { id, dis: equip, equip: MARKER, ...placeRefs(rows, path) });
  return { equipRef: id };
}

/** What goes outside is a command where the words do not say what it is. */
function pointRow({ chan, dir, label, point, type, unit }: CompiledChannel, where: HaystackRow): HaystackRow {
  const words = point?.split(" ") ?? [dir === "in" ? "sensor" : "cmd"];
  return {
    id: refOf("point", chan, label ?? chan),
    dis: label ?? chan,
    point: MARKER,
    ...Object.fromEntries(words.map((word) => [word, MARKER])),
    kind: KINDS[type],
    ...(unit === undefined ? {} : { unit }),
    ...where,
  };
}

/** A reference takes letters, digits and `_:-.~`; what else is in a name is written as `~` and its code point. */
function refOf(kind: string, name: string, dis: string): Ref {
  const safe = name.replace(/[^A-Za-z0-9_.-]/gu, (letter) => `~${letter.codePointAt(0)?.toString(16)}~`);
  return { _kind: "ref", val: `${kind}:${safe}`, dis };
}
