import type { DataColumn } from "../components/data-table/data-table.tsx";
import { fleetTexts } from "../texts/index.ts";
import { siteAddress } from "./place.ts";

/** Which site a row is about, with the way to its page. */
export const SITE_COLUMN: DataColumn<{ hub: string; name: string }> = {
  id: "name",
  header: fleetTexts.column.name,
  value: ({ name }) => name,
  cell: ({ hub, name }) => <a href={siteAddress(hub)}>{name}</a>,
  rowHeader: true,
};
