/** The filters above the log. */
import { IconButton } from "../../../components/icon-button.tsx";
import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import { Select, Switch, TagsInput } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useState } from "react";
import { SearchField } from "../../../components/search-field.tsx";
import { logTexts } from "../../../texts/index.ts";
import { useLevels } from "../api/levels.ts";
import { type LogSearch, PRIORITIES, type Priority } from "../model/log-search.ts";
import { sourceName } from "../model/source-name.ts";
import classes from "./log-filters.module.css";
import { RangeFilter } from "./range-filter.tsx";

const texts = logTexts.filter;
const ALL = "";

export interface LogFiltersProps {
  search: LogSearch;
  change: (search: LogSearch) => void;
  /** Modules that occur in what is shown. */
  modules: readonly string[];
}

export function LogFilters({ search, change, modules }: LogFiltersProps) {
  // On a narrow screen only the field to search in is there until one asks for the others.
  const [open, setOpen] = useState(false);
  return (
    <search className={classes["filters"]} data-open={open} aria-label={texts.label}>
      <SearchField
        label={texts.text}
        placeholder={texts.textHint}
        text={search.filter ?? ""}
        change={(filter) => change({ ...search, filter })}
      />
      <IconButton
        className={classes["fold"] ?? ""}
        variant="default"
        aria-expanded={open}
        icon={IconFilter}
        onClick={() => setOpen(!open)}
      >
        {texts.fold(countOf(search))}
      </IconButton>
      <SourceFilter search={search} change={change} />
      <Select
        label={texts.priority}
        allowDeselect={false}
        data={PRIORITIES.map((value) => ({ value, label: logTexts.priorities[value] }))}
        value={search.priority ?? "debug"}
        onChange={(priority) => change({ ...search, ...priorityOf(priority) })}
      />
      <TagsInput
        label={texts.modules}
        {...(search.modules ? {} : { placeholder: texts.modulesHint })}
        data={[...modules]}
        value={(search.modules ?? "").split(",").filter(Boolean)}
        onChange={(names) => change({ ...search, modules: names.join(",") })}
        splitChars={[",", " "]}
        maxTags={10}
      />
      <RangeFilter search={search} change={change} />
      <Switch
        className={classes["session"] ?? ""}
        label={texts.session}
        checked={search.session === 1}
        onChange={({ currentTarget: { checked } }) => {
          const { session: _, ...rest } = search;
          change(checked ? { ...rest, session: 1 } : rest);
        }}
      />
    </search>
  );
}

/** Filters that are set, the text that is looked for aside. */
function countOf({ filter: _filter, at: _at, ...others }: LogSearch): number {
  return Object.keys(others).length;
}

function priorityOf(value: string | null): { priority: Priority } {
  return { priority: PRIORITIES.find((known) => known === value) ?? "debug" };
}

function SourceFilter({ search, change }: Omit<LogFiltersProps, "modules">) {
  const known = useLevels().data?.sources.map(({ source }) => source) ?? ["system", "hub"];
  const pods = known.filter((source) => source.startsWith("pod:"));
  const choices = new Set(["system", "hub", "pod", ...pods]);
  // An address may name a pod that the project no longer has; its lines are still there.
  if (search.source) choices.add(search.source);
  return (
    <Select
      label={texts.source}
      allowDeselect={false}
      searchable={choices.size > 10}
      data={[
        { value: ALL, label: texts.all },
        ...[...choices].map((value) => ({ value, label: sourceName(value) })),
      ]}
      value={search.source ?? ALL}
      onChange={(source) => change({ ...search, source: source ?? ALL })}
    />
  );
}
