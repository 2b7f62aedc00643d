import type { SiteCondition } from "@hubwart/fleet/calls";
import { fleetTexts } from "../texts/index.ts";
import classes from "./fleet.module.css";

export interface ConditionFilterProps {
  counts: readonly [SiteCondition, number][];
  chosen: SiteCondition | undefined;
  onChange: (condition: SiteCondition | undefined) => void;
}

/** How many sites are how; a click shows those alone. */
export function ConditionFilter({ counts, chosen, onChange }: ConditionFilterProps) {
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const all: [SiteCondition | undefined, number][] = [[undefined, total], ...counts];
  // The one that is chosen stays, or nobody could take it back.
  if (chosen !== undefined && !counts.some(([each]) => each === chosen)) all.push([chosen, 0]);
  return (
    <fieldset className={classes["filters"]}>
      <legend className="hw-visually-hidden">{fleetTexts.conditionFilter}</legend>
      {all.map(([condition, count]) => (
        <button
          key={condition ?? "all"}
          type="button"
          className={classes["filter"]}
          data-condition={condition}
          aria-pressed={condition === chosen}
          onClick={() => onChange(condition)}
        >
          <strong>{fleetTexts.counted(count)}</strong>{" "}
          {condition === undefined ? fleetTexts.all : fleetTexts.conditions[condition]}
        </button>
      ))}
    </fieldset>
  );
}
