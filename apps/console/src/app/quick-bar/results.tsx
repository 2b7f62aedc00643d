/** What the quick bar found, group by group. The chosen entry is always in view. */
import { type ReactNode, useEffect, useRef } from "react";
import { quickBarTexts } from "../../texts/index.ts";
import type { Entry, Group } from "./find.ts";
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
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  });
  const groups = [...new Set(found.map(({ group }) => group))];
  return (
    <div ref={list} className={classes["list"]} role="listbox" id={`${id}-list`} aria-label={texts.title}>
      {groups.map((group) => (
        <OptionGroup key={group} group={group}>
          {found.map((entry, index) =>
            entry.group === group ? (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
              // biome-ignore lint/a11y/useFocusableInteractive: as above
              <div
                key={entry.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                className={classes["option"]}
                onClick={() => onOpen(entry)}
              >
                <span className={classes["label"]}>{entry.label}</span>
                {entry.hint === undefined ? null : <span className={classes["hint"]}>{entry.hint}</span>}
              </div>
            ) : null,
          )}
        </OptionGroup>
      ))}
    </div>
  );
}

function OptionGroup({ group, children }: { group: Group; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: groups of a listbox are no fieldsets
    <div role="group" aria-label={texts.groups[group]}>
      <div className={classes["group"]} aria-hidden>
        {texts.groups[group]}
      </div>
      {children}
    </div>
  );
}
