import type { TablesInput } from "../entry/raw-of.ts";

/** `.xlsx`, or `.zip` where there are scripts: what `writeProject` makes of them. */
export const endingOfProject = ({ scripts = {} }: Pick<TablesInput, "scripts">): ".xlsx" | ".zip" =>
  Object.keys(scripts).length === 0 ? ".xlsx" : ".zip";
