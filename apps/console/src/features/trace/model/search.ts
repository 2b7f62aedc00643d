/**
 * What the address of the debugger says: view, filter, page and order. A link to a finding thus shows the same to
 * somebody else.
 */
import { parseTab } from "../../../lib/parse-tab.ts";
import { type ChartSearch, parseChartSearch } from "./chart-search.ts";

export const TABS = ["channels", "interfaces", "pods", "watchlist", "charts"] as const;
export type Tab = (typeof TABS)[number];
export const ORDERS = ["chan", "value", "quality", "last", "count"] as const;
export type Order = (typeof ORDERS)[number];

export interface TraceSearch extends ChartSearch {
  /** Absent: channels. */
  tab?: Exclude<Tab, "channels">;
  /** Name patterns. */
  name?: string[];
  tag?: string[];
  /** From 1; absent: 1. */
  page?: number;
  order?: Order;
  desc?: true;
  /** The channel whose details are open. */
  open?: string;
}

export interface Filter {
  names: readonly string[];
  tags: readonly string[];
}

const MOST_ENTRIES = 50;
/** What `patternsOf` makes of a word. */
const WORD = /^\*[^*?.]+\*$/;
/** What may name one channel. */
const CHANNEL = /^[^*?,\s]{1,500}$/;

/** Takes what is valid of an address that anybody may have typed, and drops the rest. */
export function parseTraceSearch(raw: Record<string, unknown>): TraceSearch {
  const { tab } = parseTab(TABS, raw);
  if (tab === "charts") return { tab, ...parseChartSearch(raw) };
  const order = ORDERS.find((known) => known === raw["order"]);
  const name = texts(raw["name"]);
  const tag = texts(raw["tag"]);
  const page = Number(raw["page"]);
  const open = texts(raw["open"])[0];
  return {
    ...(tab === undefined ? {} : { tab }),
    ...(name.length > 0 ? { name } : {}),
    ...(tag.length > 0 ? { tag } : {}),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
    ...(order === undefined ? {} : { order }),
    ...(order !== undefined && raw["desc"] === true ? { desc: true as const } : {}),
    ...(open !== undefined && CHANNEL.test(open) ? { open } : {}),
  };
}

export const filterOf = ({ name = [], tag = [] }: TraceSearch): Filter => ({ names: name, tags: tag });
export const isEmpty = ({ names, tags }: Filter): boolean => names.length + tags.length === 0;

/** A new filter begins at its first page; view and order stay. */
export function withFilter({ tab, order, desc }: TraceSearch, { names, tags }: Filter): TraceSearch {
  return {
    ...(tab ? { tab } : {}),
    ...(names.length > 0 ? { name: [...names] } : {}),
    ...(tags.length > 0 ? { tag: [...tags] } : {}),
    ...(order ? { order } : {}),
    ...(desc ? { desc } : {}),
  };
}

/** Another view for the first time: words match there too, while patterns of whole names would match nothing. */
export function carried({ name = [] }: TraceSearch, tab: Tab): TraceSearch {
  const words = tab !== "charts" && tab !== "watchlist" && name.every((entry) => WORD.test(entry));
  return { ...(tab === "channels" ? {} : { tab }), ...(words && name.length > 0 ? { name } : {}) };
}

/** The next step of a heading that is clicked: upwards, downwards, the project's order. */
export function withOrder(search: TraceSearch, order: Order): TraceSearch {
  const { order: before, desc, page: _page, ...rest } = search;
  if (before !== order) return { ...rest, order };
  return desc ? rest : { ...rest, order, desc: true };
}

/** The same view with a channel's details open, or without. */
export function withOpen({ open: _open, ...rest }: TraceSearch, chan: string | undefined): TraceSearch {
  return chan === undefined ? rest : { ...rest, open: chan };
}

export function withPage(search: TraceSearch, page: number): TraceSearch {
  const { page: _page, ...rest } = search;
  return page > 1 ? { ...rest, page } : rest;
}

/**
 * What a person typed, as patterns: separated by commas; a word that is neither a pattern nor a full name
 * (`type.pod.channel`) means "contains". The beginning of a full name means what begins so: `ping.n.ant`.
 */
export function patternsOf(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      if (/[*?]/.test(part)) return part;
      return part.split(".").length > 2 ? `${part}*` : `*${part}*`;
    });
}

export function tagsOf(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function texts(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const found = list.filter((entry): entry is string => typeof entry === "string" && entry.trim() !== "");
  return [...new Set(found.map((entry) => entry.trim()))].slice(0, MOST_ENTRIES);
}
