import type { Ask } from "../../../../compiler/protocol.ts";
import { useLiveRows } from "../use-live-rows.ts";
import { Grid, type GridProps } from "./grid.tsx";

interface LiveGridProps extends Omit<GridProps, "live" | "onRows"> {
  ask: Ask;
  /** Whether values are shown. */
  on: boolean;
}

/** A table with what its channels say now. */
export function LiveGrid({ ask, on, ...props }: LiveGridProps) {
  const { live, onRows } = useLiveRows(props.view.table.id, ask, on);
  return <Grid {...props} live={live} onRows={onRows} />;
}
