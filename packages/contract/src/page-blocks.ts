/** What a page of the plant is made of, and what is said of each block: words of the project's table `pages`. */
export const PAGE_BLOCKS = [
  "value",
  "setpoint",
  "switch",
  "trend",
  "list",
  "alarms",
  "schedule",
  "plan",
  "text",
] as const;

export const PAGE_COLUMN_NAMES = [
  "page",
  "block",
  "source",
  "label",
  "x",
  "y",
  "w",
  "h",
  "on",
  "actual",
  "decimals",
  "min",
  "max",
  "step",
  "choices",
  "confirm",
] as const;
export type PageColumnName = (typeof PAGE_COLUMN_NAMES)[number];
