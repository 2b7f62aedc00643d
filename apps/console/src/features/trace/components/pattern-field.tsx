/**
 * Several names or tags with suggestions from the running project. What is typed but not yet an entry belongs to the
 * caller, so that "Anwenden" takes it along.
 */
import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import { Combobox, Pill, PillsInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { traceTexts } from "../../../texts/index.ts";
import { type SuggestionKind, suggestionsQuery } from "../api/suggestions.ts";
import classes from "./filter-bar.module.css";

export interface PatternFieldProps {
  label: string;
  hint?: string;
  placeholder: string;
  kind: SuggestionKind;
  entries: readonly string[];
  onEntries: (entries: string[]) => void;
  text: string;
  onText: (text: string) => void;
  /** What typed text stands for. */
  read: (text: string) => string[];
}

const texts = traceTexts.suggestions;
const DEBOUNCE = 150;
/** What it opens and whether it is open comes from `EventsTarget`. */
const COMBOBOX = { role: "combobox" } as const;

export function PatternField(props: PatternFieldProps) {
  const { label, hint, placeholder, kind, entries, onEntries, text, onText, read } = props;
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [wanted] = useDebouncedValue(text.trim(), DEBOUNCE);
  const query = useQuery({ ...suggestionsQuery(kind, wanted), enabled: combobox.dropdownOpened });

  function add(values: string[]): void {
    onEntries([...new Set([...entries, ...values])]);
    onText("");
  }
  function onKey(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === "Backspace" && text === "" && entries.length > 0) {
      event.preventDefault();
      onEntries(entries.slice(0, -1));
    } else if (event.key === "," && text.trim() !== "") {
      event.preventDefault();
      add(read(text));
    }
  }
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      onOptionSubmit={(value) => {
        add([value]);
        combobox.closeDropdown();
      }}
    >
      <Combobox.DropdownTarget>
        <PillsInput
          label={label}
          {...(hint === undefined ? {} : { description: hint })}
          className={classes["field"] ?? ""}
          onClick={() => combobox.openDropdown()}
        >
          <Pill.Group>
            {entries.map((entry) => (
              <Pill
                key={entry}
                withRemoveButton
                className={classes["pill"] ?? ""}
                removeButtonProps={{
                  "aria-label": traceTexts.filter.remove(entry),
                  "aria-hidden": false,
                  tabIndex: 0,
                }}
                onRemove={() => onEntries(entries.filter((other) => other !== entry))}
              >
                {entry}
              </Pill>
            ))}
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                {...COMBOBOX}
                aria-label={label}
                value={text}
                maxLength={500}
                placeholder={entries.length === 0 ? placeholder : ""}
                autoComplete="off"
                spellCheck={false}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onChange={(event) => {
                  onText(event.currentTarget.value);
                  combobox.openDropdown();
                  combobox.resetSelectedOption();
                }}
                onKeyDown={onKey}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        {/* A box that scrolls is a stop of the Tab key; this one is gone by the time it has the focus. */}
        <Combobox.Options aria-label={label} className={classes["options"] ?? ""} tabIndex={-1}>
          {combobox.dropdownOpened ? <Offers query={query} entries={entries} /> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface OffersProps {
  query: Pick<UseQueryResult<string[]>, "data" | "isError" | "isPending">;
  entries: readonly string[];
}

/** Suggestions that are no entries yet, or why there are none. */
function Offers({ query, entries }: OffersProps) {
  if (query.isError) return <Combobox.Empty>{texts.failed}</Combobox.Empty>;
  if (query.isPending) return <Combobox.Empty>{texts.loading}</Combobox.Empty>;
  const offered = (query.data ?? []).filter((value) => !entries.includes(value));
  if (offered.length === 0) return <Combobox.Empty>{texts.none}</Combobox.Empty>;
  return offered.map((value) => (
    <Combobox.Option key={value} value={value} className={classes["option"] ?? ""}>
      {value}
    </Combobox.Option>
  ));
}
