/** What the quick bar found, group by group. The chosen entry is always in view. */
import { Combobox, useCombobox } from "@mantine/core";
import { useEffect, useRef } from "react";
import { quickBarTexts } from "../../texts/index.ts";
import type { Entry } from "./find.ts";
import classes from "./quick-bar.module.css";

const texts = quickBarTexts;

export interface ResultsProps {
  /** Beginning of the ids that the field points to. */
  id: string;
  found: readonly Entry[];
  active: number;
  onOpen: (entry: Entry) => void;
}

export function Results({ id, found, active, onOpen }: ResultsProps) {
  const store = useCombobox();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  });
  const groups = [...new Set(found.map(({ group }) => group))];
  const open = (value: string): void => {
    const entry = found[Number(value)];
    if (entry) onOpen(entry);
  };
  return (
    <Combobox store={store} onOptionSubmit={open}>
      <div ref={list} className={classes["list"]}>
        <Combobox.Options id={`${id}-list`} aria-label={texts.title}>
          {groups.map((group) => (
            <Combobox.Group
              key={group}
              label={texts.groups[group]}
              classNames={{ groupLabel: classes["group"] ?? "" }}
            >
              {found.map((entry, index) =>
                entry.group === group ? (
                  <Combobox.Option
                    key={entry.id}
                    id={`${id}-${index}`}
                    value={String(index)}
                    active={index === active}
                    aria-selected={index === active}
                    className={classes["option"] ?? ""}
                  >
                    <span className={classes["label"]}>{entry.label}</span>
                    {entry.hint === undefined ? null : <span className={classes["hint"]}>{entry.hint}</span>}
                  </Combobox.Option>
                ) : null,
              )}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </div>
    </Combobox>
  );
}
