/** What would lead the console astray that trusts its project: blocks beside the grid, and files that are no plans. */
import type { CompiledBlock } from "../compiled.ts";
import { GRID_COLUMNS } from "../page-tables.ts";
import { texts } from "../texts.ts";
import { sizeOf } from "./layout.ts";
import { PLAN_NAME } from "./plan-name.ts";

type Block = Pick<CompiledBlock, "page" | "block"> & {
  [K in "source" | "on" | "x" | "y" | "w" | "h"]?: CompiledBlock[K] | undefined;
};

/** German; undefined where all is well. */
export function problemInPages({ pages = [] }: { pages?: readonly Block[] | undefined }): string | undefined {
  for (const { block, h, on, page, source = "", w, x, y } of pages) {
    const shown = page.slice(0, 100);
    if (block === "plan" && !PLAN_NAME.test(source)) return texts.badPlan(shown);
    if (on !== undefined || x === undefined || y === undefined) continue;
    const [width] = sizeOf({ block, ...(w === undefined ? {} : { w }), ...(h === undefined ? {} : { h }) });
    const whole = Number.isInteger(x) && Number.isInteger(y);
    if (!whole || x < 1 || y < 1 || x + width > GRID_COLUMNS + 1) return texts.outOfGrid(shown);
  }
  return undefined;
}
