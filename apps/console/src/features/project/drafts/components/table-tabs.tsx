/** The tables of a draft, and those that it could have beside them. */
import type { DraftDocument } from "@hubwart/contract";
import { NativeSelect } from "@mantine/core";
import { type KeyboardEvent, memo, useEffect, useRef } from "react";
import type { TableInfo } from "../../../../compiler/protocol.ts";
import { draftsTexts as texts } from "../../../../texts/index.ts";
import type { MarkSource } from "../model/mark-store.ts";
import type { Marks } from "../model/marks.ts";
import { tableKey } from "../model/table-view.ts";
import { useMarksOf } from "../use-marks.ts";
import classes from "./editor.module.css";

const NAMES: Readonly<Record<string, string>> = texts.tables;

export interface Tab {
  id: string;
  label: string;
}

export const tabsOf = (tables: DraftDocument["tables"], infos: readonly TableInfo[]): Tab[] => [
  ...tables.map(({ id, name }) => ({ id, label: labelOf(name, infos) })),
  { id: LUA, label: texts.lua.tab },
];

/** Those that the draft could have. */
export function missingTables(
  tables: DraftDocument["tables"],
  infos: readonly TableInfo[],
): { value: string; label: string }[] {
  const there = new Set(tables.map(({ name }) => tableKey(name)));
  return infos
    .filter(({ name }) => !there.has(name))
    .map(({ label, name }) => ({ value: name, label: NAMES[name] ?? label ?? name }));
}

interface TableTabsProps {
  tabs: readonly Tab[];
  marks: MarkSource;
  missing: readonly { value: string; label: string }[];
  chosen: string | undefined;
  onChoose: (table: string) => void;
  /** Goes into the table that is shown. */
  onEnter: () => void;
  onAdd: (name: string) => void;
}

export function labelOf(name: string, infos: readonly TableInfo[]): string {
  const key = tableKey(name);
  return NAMES[key] ?? infos.find((info) => info.name === key)?.label ?? name;
}

/** In the place of a table's id, which has no dot. */
export const LUA = ".lua";

/** Not drawn again with each step: what it is given stays the same. */
export const TableTabs = memo(function TableTabs(props: TableTabsProps) {
  const { chosen, marks, missing, onAdd, onChoose, onEnter, tabs } = props;
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>(`[data-table="${chosen ?? ""}"]`);
    if (strip.current && tab) strip.current.scrollLeft += outside(strip.current, tab);
  }, [chosen]);
  /** WAI-ARIA APG, "tabs". */
  function onKeyDown({ currentTarget, key }: KeyboardEvent<HTMLElement>): void {
    const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    const index = tabs.findIndex(({ id }) => id === chosen);
    const next = tabs[(index + by + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.id);
    currentTarget.querySelector<HTMLElement>(`[data-table="${next.id}"]`)?.focus();
  }
  return (
    <div className={classes["tabs"]}>
      <div
        ref={strip}
        role="tablist"
        tabIndex={-1}
        aria-label={texts.tabs}
        className={classes["strip"]}
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            aria-selected={id === chosen}
            tabIndex={id === chosen ? 0 : -1}
            className={classes["tab"]}
            data-table={id}
            onClick={() => {
              onChoose(id);
              onEnter();
            }}
          >
            {label}
            <CountOf marks={marks} tab={id} />
          </button>
        ))}
      </div>
      {missing.length === 0 ? null : (
        <NativeSelect
          size="xs"
          className={classes["add"] ?? ""}
          aria-label={texts.addTable}
          value=""
          onChange={({ currentTarget }) => {
            if (currentTarget.value !== "") onAdd(currentTarget.value);
          }}
          data={[{ value: "", label: texts.addTable }, ...missing]}
        />
      )}
    </div>
  );
});

/** px by which it lies before or behind what is in sight. */
function outside(strip: HTMLElement, tab: HTMLElement): number {
  const [frame, own] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()];
  return Math.min(0, own.left - frame.left) + Math.max(0, own.right - frame.right);
}

function CountOf({ marks, tab }: { marks: MarkSource; tab: string }) {
  const of = (all: Marks | undefined) => (tab === LUA ? all?.inScripts : all?.inTable(tab));
  const errors = useMarksOf(marks, (all) => of(all)?.errors ?? 0);
  const warnings = useMarksOf(marks, (all) => of(all)?.warnings ?? 0);
  return <Count errors={errors} warnings={warnings} />;
}

export function Count({ errors, warnings }: { errors: number; warnings: number }) {
  if (errors + warnings === 0) return null;
  return (
    <span
      className={classes["count"]}
      data-level={errors > 0 ? "error" : "warning"}
      title={texts.tableMarks(errors, warnings)}
    >
      {errors + warnings}
    </span>
  );
}
