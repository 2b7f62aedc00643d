/** Names and tags to look for. What is applied stands in the address; what is being typed stays here. */
import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconFilter } from "@tabler/icons-react";
import { type FormEvent, useEffect, useState } from "react";
import { IconButton } from "../../../components/icon-button.tsx";
import { notice } from "../../../lib/notice.tsx";
import { traceTexts } from "../../../texts/index.ts";
import type { SuggestionKind } from "../api/suggestions.ts";
import { type Filter, isEmpty, patternsOf, tagsOf } from "../model/search.ts";
import classes from "./filter-bar.module.css";
import { PatternField } from "./pattern-field.tsx";

export interface FilterBarProps {
  applied: Filter;
  kind: Exclude<SuggestionKind, "tags">;
  onApply: (filter: Filter) => void;
  /** A search for nothing: the list becomes empty. */
  onClear: () => void;
  /** What would be applied, a moment after the last key; undefined while it is what is applied. */
  onTyped: (filter: Filter | undefined) => void;
}

const texts = traceTexts.filter;
/** ms without another key. */
const SETTLED = 250;
const NOTHING: Filter = { names: [], tags: [] };

/** Mount it anew for another applied filter (`key`). `onTyped` must be stable. */
export function FilterBar({ applied, kind, onApply, onClear, onTyped }: FilterBarProps) {
  const [draft, setDraft] = useState(applied);
  const [name, setName] = useState("");
  const [tag, setTag] = useState("");
  const withTags = kind === "channels";
  // On a narrow screen the list comes first, until one asks for the filter.
  const [open, setOpen] = useState(false);

  const filter: Filter = {
    names: [...new Set([...draft.names, ...patternsOf(name)])],
    tags: withTags ? [...new Set([...draft.tags, ...tagsOf(tag)])] : [],
  };
  const [settled] = useDebouncedValue(JSON.stringify(filter), SETTLED);
  const before = JSON.stringify(applied);
  useEffect(() => {
    onTyped(settled === before ? undefined : (JSON.parse(settled) as Filter));
  }, [settled, before, onTyped]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isEmpty(filter)) {
      notice.error(texts.none, { id: "trace-filter" });
      return;
    }
    setDraft(filter);
    setName("");
    setTag("");
    onApply(filter);
  }
  function clear(): void {
    setDraft(NOTHING);
    setName("");
    setTag("");
    onClear();
  }
  const untouched = isEmpty(draft) && isEmpty(applied) && name === "" && tag === "";

  return (
    <form className={classes["bar"]} data-open={open} onSubmit={submit} aria-label={texts.label}>
      <IconButton
        className={classes["fold"] ?? ""}
        variant="default"
        size="xs"
        aria-expanded={open}
        icon={IconFilter}
        onClick={() => setOpen(!open)}
      >
        {texts.fold(applied.names.length + applied.tags.length)}
      </IconButton>
      <div className={classes["names"]}>
        <PatternField
          label={texts.names}
          hint={texts.namesHint}
          placeholder={texts.namesPlaceholder}
          kind={kind}
          entries={draft.names}
          onEntries={(names) => setDraft({ ...draft, names })}
          text={name}
          onText={setName}
          read={patternsOf}
        />
      </div>
      {withTags ? (
        <div className={classes["tags"]}>
          <PatternField
            label={texts.tags}
            placeholder={texts.tagsPlaceholder}
            kind="tags"
            entries={draft.tags}
            onEntries={(tags) => setDraft({ ...draft, tags })}
            text={tag}
            onText={setTag}
            read={tagsOf}
          />
        </div>
      ) : null}
      <div className={classes["buttons"]}>
        <Button type="submit">{texts.apply}</Button>
        <Button variant="default" onClick={clear} disabled={untouched}>
          {texts.clear}
        </Button>
      </div>
    </form>
  );
}
