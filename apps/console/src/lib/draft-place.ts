/** A row or cell of a draft as the address of its editor names it: `?table=pods&row=4&column=port`. */
import { textIn } from "./view-address.ts";

export interface DraftPlace {
  table?: string;
  /** As the spreadsheet counts: 1 is the first row of the sheet. */
  row?: number;
  /** As the header says it. */
  column?: string;
  /** Pod or channel in full: its row is found wherever it is by now. */
  name?: string;
  /** Of a pod that has several. */
  iface?: string;
}

export function parseDraftPlace(raw: Record<string, unknown>): DraftPlace {
  const table = textIn(raw, "table");
  if (table === "") return {};
  const row = Number(textIn(raw, "row"));
  const column = textIn(raw, "column");
  const name = textIn(raw, "name");
  const iface = textIn(raw, "iface");
  return {
    table,
    ...(Number.isInteger(row) && row > 0 ? { row } : {}),
    ...(column === "" ? {} : { column }),
    ...(name === "" ? {} : { name }),
    ...(iface === "" ? {} : { iface }),
  };
}
