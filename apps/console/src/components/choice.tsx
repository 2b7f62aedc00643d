/**
 * One of a few, side by side. Radio buttons that look like one switch: the browser's own keyboard and names, and no
 * measuring, which cost a slow computer 170 ms on the first page.
 *
 *     <Choice label="Zeitraum" options={[{ value: "60", label: "1 Std." }, …]} value={range} onChange={setRange} />
 */
import { useId } from "react";
import classes from "./choice.module.css";

export interface ChoiceProps {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

export function Choice({ label, options, value, onChange }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset className={classes["choice"]}>
      <legend className="hw-visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes["option"]}>
          <input
            className={classes["input"]}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={classes["text"]}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
