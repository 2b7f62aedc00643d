/** The line that is open, by the address: loading the page again and links show it, going back closes it. */
import { systemLog } from "@hubwart/contract";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { callText } from "../../../api/client.ts";
import { type LogLine, parseLines } from "../../../lib/log-lines.ts";
import { useAddressed } from "../../../lib/use-view.ts";
import { type LogSearch, queryOf } from "../model/log-search.ts";
import { LINE, named, nameOf, searchOfLine } from "../model/place.ts";
import type { LogRow } from "../model/rows.ts";

/** A line without a number is older than those that were loaded. */
export type OpenedLine = LogLine & Partial<Pick<LogRow, "n">>;

export interface Opened {
  /** "gone": the log no longer has it. */
  line: OpenedLine | "gone" | undefined;
  open: (row: LogRow) => void;
  close: () => void;
}

/** `complete`: `rows` has all there is of the newest. */
export function useOpened(search: LogSearch, rows: readonly LogRow[], complete: boolean): Opened {
  const [name, setName] = useAddressed(LINE);
  const { history } = useRouter();
  /** As it was opened: lines that come push it out of `rows`, not out of sight. */
  const [kept, setKept] = useState<{ name: string; row: LogRow }>();
  const shown = name === "" ? undefined : kept?.name === name ? kept.row : named(rows, name);
  if (shown && kept?.name !== name) setKept({ name, row: shown });
  const older = useOlder(search, name, complete && shown === undefined);
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  /** Opened from this page: closing it is going back. */
  const stepped = useRef(false);
  useEffect(() => {
    if (name === "") stepped.current = false;
  }, [name]);
  const open = useCallback(
    (row: LogRow) => {
      stepped.current = true;
      setName(nameOf(latest.current, row), { step: true });
    },
    [setName],
  );
  const close = useCallback(() => {
    if (stepped.current) history.back();
    else setName("");
  }, [history, setName]);
  return { line: shown ?? older, open, close };
}

function useOlder(search: LogSearch, name: string, wanted: boolean): OpenedLine | "gone" | undefined {
  const one = searchOfLine(search, name);
  const { data } = useQuery({
    queryKey: ["log", "line", one],
    queryFn: async ({ signal }) =>
      parseLines(one ? await callText(systemLog, { query: queryOf(one), signal }) : ""),
    enabled: wanted && one !== undefined,
    staleTime: Infinity,
  });
  return wanted && data ? (named(data, name) ?? "gone") : undefined;
}
