import type { SheetTable } from "../read/table.ts";
import { placeText } from "../report.ts";
import { DEFAULT_IFACE, NAME, POD_COLUMNS, RESERVED } from "../tables.ts";
import { areaIn, equipIn } from "./areas.ts";
import { readConfig } from "./config.ts";
import type { Draft } from "./draft.ts";
import type { DraftPod } from "./draft-parts.ts";
import { podsShape } from "./shapes.ts";
import { TableView, type ViewRow } from "./table-view.ts";

/** The `pods` table: one line an interface; lines with the same id belong to one pod. */
export function checkPods(tables: readonly SheetTable[], draft: Draft): void {
  const shape = podsShape(draft.schemas.values());
  for (const table of tables) {
    const view = TableView.open(table, "pods", shape, draft.report);
    const parameters = [...view.columns.keys()].filter((column) => !Object.hasOwn(POD_COLUMNS, column));
    for (const row of view.rows()) {
      const pod = podOf(row, draft);
      if (!pod) continue;
      addIface(row, pod, draft);
      for (const column of parameters) {
        if (Object.hasOwn(pod.schema.ifaceColumns, column) || !row.filled(column)) continue;
        const { type, ifaceColumns } = pod.schema;
        row.fail("columnNotForType", column, { column, type, known: Object.keys(ifaceColumns) });
      }
      if (row.ok) continue;
      pod.sound = false;
      for (const iface of pod.ifaces.values()) {
        if (iface.place.line === row.place.line && iface.place.file === row.place.file) iface.sound = false;
      }
    }
    view.finish();
  }
  if (tables[0] && draft.pods.size === 0 && draft.report.errors === 0) {
    draft.report.add("noPods", { file: tables[0].file, table: tables[0].name }, {});
  }
}

/** The pod that a line belongs to, made if it is the first one. */
function podOf(row: ViewRow, draft: Draft): DraftPod | undefined {
  const id = row.text("id", POD_COLUMNS.id);
  if (id === undefined) return undefined;
  row.channel = id.slice(0, 140);
  const dot = id.indexOf(".");
  const type = dot === -1 ? id : id.slice(0, dot);
  const name = dot === -1 ? "" : id.slice(dot + 1);
  const schema = draft.schemas.get(type);
  if (dot !== -1 && !schema) {
    const types = [...draft.types];
    row.fail("unknownPodType", "id", {
      type: type.slice(0, 80),
      types,
      near: draft.report.near(type, types),
    });
  }
  if (!NAME.test(name)) row.fail("badPodId", "id", { value: id.slice(0, 140) });
  if (RESERVED.includes(name.toLowerCase())) row.fail("reservedName", "id", { name });
  if (!schema || !row.ok) {
    draft.brokenNames.add(id);
    return undefined;
  }
  const label = row.text("label", POD_COLUMNS.label);
  const area = areaIn(row, "area", POD_COLUMNS.area);
  const equip = equipIn(row, POD_COLUMNS.equip);
  const internal = row.read("internal", POD_COLUMNS.internal) !== false;
  const existing = draft.pods.get(id);
  if (!existing) {
    const pod: DraftPod = {
      pod: {
        id,
        type,
        name,
        ...(label === undefined ? {} : { label }),
        ...(area === undefined ? {} : { area }),
        ...(equip === undefined ? {} : { equip }),
        internal,
        ifaces: [],
        channels: [],
      },
      schema,
      place: row.place,
      ifaces: new Map(),
      sound: true,
    };
    draft.pods.set(id, pod);
    return pod;
  }
  const conflicts: [string, boolean][] = [
    ["label", label !== undefined && label !== existing.pod.label],
    ["area", area !== undefined && area !== existing.pod.area],
    ["equip", equip !== undefined && equip !== existing.pod.equip],
    ["internal", row.filled("internal") && internal !== existing.pod.internal],
  ];
  for (const [column, conflict] of conflicts) {
    if (conflict) row.fail("podConflict", column, { pod: id, column, first: placeText(existing.place) });
  }
  return existing;
}

function addIface(row: ViewRow, draftPod: DraftPod, draft: Draft): void {
  const { pod, schema, ifaces } = draftPod;
  const id = row.text("iface", POD_COLUMNS.iface) ?? DEFAULT_IFACE;
  if (!NAME.test(id) || RESERVED.includes(id.toLowerCase())) {
    row.fail("badIface", "iface", { value: id.slice(0, 80) });
  }
  const earlier = ifaces.get(id);
  if (earlier) {
    row.fail("duplicateIface", "iface", { pod: pod.id, iface: id, first: placeText(earlier.place) });
  }
  const config = readConfig(row, schema.ifaceColumns);
  if (earlier) return;
  const iface = { id, config };
  ifaces.set(id, { iface, place: row.place, sound: row.ok });
  pod.ifaces.push(iface);
  if (ifaces.size === schema.maxIfaces + 1) {
    draft.report.add(
      "tooManyIfaces",
      { ...row.place, channel: pod.id, attribute: "iface" },
      { pod: pod.id, limit: schema.maxIfaces },
    );
  }
}
