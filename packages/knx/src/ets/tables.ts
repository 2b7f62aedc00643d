/** The workbook's tables: project, one KNX pod, its channels; and what the integrator has to look at. */
import { slug } from "@hubwart/contract/channel-names";
import type { WorkbookTable } from "@hubwart/project/workbook";
import { shapeOf, valueTypesFor } from "../dpt/codec.ts";
import { DPT_PATTERN, dataType } from "../dpt/types.ts";
import { texts } from "../texts.ts";
import { KNX_PORT } from "../wire/frame.ts";
import type { EtsGroup, EtsGroups, EtsNote } from "./model.ts";
import { channelNames } from "./names.ts";

const POD = "ets";
const TAGS = 500;

export interface EtsTables {
  tables: WorkbookTable[];
  channels: number;
  notes: EtsNote[];
}

export function etsTables(groups: EtsGroups): EtsTables {
  const notes = [...groups.notes];
  const names = channelNames(groups.found);
  const rows = groups.found.map((group, index) => channelRow(group, names[index] ?? "", notes));
  const name = groups.projectName === "" ? texts.importComment : groups.projectName;
  return {
    channels: rows.length,
    notes,
    tables: [
      {
        name: "project",
        rows: [
          ["key", "value"],
          ["id", slug(name) || "ets"],
          ["name", name],
        ],
      },
      {
        name: "pods",
        rows: [
          ["id", "label", "mode", "host", "port"],
          [`knx.${POD}`, "KNX", "tunnel", null, KNX_PORT],
        ],
      },
      {
        name: "knx",
        rows: [["pod", "channel", "type", "dir", "label", "unit", "tags", "address", "dpt"], ...rows],
      },
    ],
  };
}

function channelRow(group: EtsGroup, channel: string, notes: EtsNote[]): (string | null)[] {
  const given = dptText(group.dpt);
  const dpt = given ?? bySize(group.size);
  const type = dataType(dpt);
  const about = texts.named(group.address, group.name);
  const size = group.size ? texts.sizeByCatalogue(group.size.replace("Bytes", "Byte")) : "";
  if (group.dpt === "") notes.push({ about, text: texts.noDatapointType(size, dpt) });
  else if (given === undefined || shapeOf(type) === "raw")
    notes.push({
      about,
      text: texts.unknownDatapointType(group.dpt.slice(0, 20), size, given === undefined ? dpt : "raw"),
    });
  return [
    POD,
    channel,
    valueTypesFor(type)[0] ?? "string",
    "in",
    group.name || group.address,
    type.unit || null,
    tagsOf(group.ranges),
    group.address,
    dpt,
  ];
}

/** One bit is a switch whatever it means; up to six bits travel in the telegram's head, which a plain `raw` does not know. */
function bySize(size: string | undefined): string {
  const bits = /^(\d) Bit$/.exec(size ?? "")?.[1];
  if (bits === undefined || Number(bits) > 6) return "raw";
  return bits === "1" ? "1" : "raw6";
}

/** `DPST-9-1` → `9.001`, `DPT-9` → `9`; the first of several. Undefined if it is none. */
export function dptText(given: string): string | undefined {
  const match = /^(?:DPS?T[- ]?)?(\d{1,4})(?:[-.](\d{1,5}))?(?=$|[\s,;])/i.exec(given.trim());
  if (!match) return undefined;
  const main = String(Number(match[1]));
  const text = match[2] === undefined ? main : `${main}.${String(Number(match[2])).padStart(3, "0")}`;
  return DPT_PATTERN.test(text) ? text : undefined;
}

function tagsOf(ranges: readonly string[]): string | null {
  const tags = ranges.map((range) => range.replaceAll(",", " ").trim()).filter((tag) => tag !== "");
  let text = "";
  for (const tag of new Set(tags)) {
    const longer = text === "" ? tag : `${text}, ${tag}`;
    if (longer.length > TAGS) break;
    text = longer;
  }
  return text || null;
}
