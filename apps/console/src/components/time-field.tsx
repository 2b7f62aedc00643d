/**
 * A time of the day, in German and of 24 hours whatever the browser speaks: its own field for times follows the browser's language.
 *
 *     <TimeField label={texts.from} value={from} onChange={setFrom} />          // "07:00"
 *
 * `onChange` gets `07:00` as soon as what is typed is a time, else what is typed, and whoever judges the form refuses it. The arrow keys move
 * by a minute, and by an hour where the caret is before the colon.
 */
import { TextInput, type TextInputProps } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { clockTime, movedTime } from "../lib/clock-time.ts";
import { commonTexts } from "../texts/index.ts";

export interface TimeFieldProps extends Omit<TextInputProps, "onChange" | "type" | "value"> {
  value: string;
  onChange?: (time: string) => void;
  /** What was typed, once the field is left, or by Enter; only a time. */
  onCommit?: (time: string) => void;
  seconds?: boolean;
}

const LONGEST = 12;

export function TimeField({ error, onChange, onCommit, seconds = false, value, ...rest }: TimeFieldProps) {
  const [held, setHeld] = useState<{ text: string; of: string }>();
  // Changed from outside meanwhile: that holds.
  const typed = held?.of === value ? held.text : undefined;
  const shown = typed ?? value;
  const wrong = typed === undefined && value !== "" && clockTime(value, seconds) === undefined;
  const type = (text: string): void => {
    const next = clockTime(text, seconds) ?? text;
    setHeld({ text, of: onChange ? next : value });
    onChange?.(next);
  };
  const commit = (): void => {
    const time = typed === undefined ? undefined : clockTime(typed, seconds);
    setHeld(undefined);
    if (time !== undefined) onCommit?.(time);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === "Enter") commit();
    const step = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    const time = clockTime(shown, seconds);
    if (step === 0 || time === undefined) return;
    event.preventDefault();
    const { currentTarget: field } = event;
    const caret = field.selectionStart ?? 0;
    type(movedTime(time, caret <= 2 ? step * 60 : step));
    // React puts the text in first, and with it the caret at its end.
    requestAnimationFrame(() => field.setSelectionRange(caret, caret));
  };
  return (
    <TextInput
      {...rest}
      // Phones show digits, which are enough: "0730".
      inputMode="numeric"
      autoComplete="off"
      maxLength={LONGEST}
      placeholder={rest.disabled === true ? "" : commonTexts.time.placeholder}
      value={shown}
      error={error ?? (wrong ? commonTexts.time.wrong : undefined)}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  );
}
