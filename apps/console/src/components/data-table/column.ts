/** A column of `DataTable`. */
import type { ReactNode } from "react";

export interface DataColumn<T> {
  id: string;
  header: string;
  /** What is sorted by and searched in. */
  value?: (row: T) => string | number | boolean;
  /** What is shown; absent: `value`. */
  cell?: (row: T) => ReactNode;
  align?: "left" | "right";
  mono?: boolean;
  /** Names its row. */
  rowHeader?: boolean;
  /** Long texts are broken anywhere, so that they push nothing out of sight. */
  breaks?: boolean;
  /** CSS width. */
  width?: string;
  /** The heading is read out but not shown. */
  hideHeader?: boolean;
}
