/** The field in which one cell is typed. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { ColumnInfo } from "../../../../compiler/protocol.ts";
import type { MarkSource } from "../model/mark-store.ts";
import { ofCell } from "../model/marks.ts";
import { useMarksOfRow } from "../use-marks.ts";
import classes from "./grid.module.css";

export interface CellEditorProps {
  label: string;
  /** What stands in it at first; empty for a password. */
  text: string;
  info: ColumnInfo | undefined;
  marks: MarkSource;
  /** Ids of where it stands; undefined for what is not there yet. */
  row: string | undefined;
  column: string | undefined;
  /** Id of what says why. */
  note: string;
  suggest: (text: string) => Promise<readonly string[]>;
  onText: (text: string) => void;
  /** `way`: where to go on. */
  onDone: (text: string, way: "down" | "up" | "right" | "left" | "stay") => void;
  onCancel: () => void;
}

export function CellEditor(props: CellEditorProps) {
  const { column, info, label, marks, note, onCancel, onDone, onText, row, suggest, text: first } = props;
  const [text, setText] = useState(first);
  const [found, setFound] = useState<readonly string[]>(info?.choices ?? []);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const ended = useRef(false);
  const list = useId();
  const wrong = ofCell(useMarksOfRow(marks, row), column ?? "-").some(({ level }) => level === "error");
  const secret = info?.secret === true;
  const choices = info?.choices;

  useEffect(() => {
    // The grid has brought its cell into sight.
    field.current?.focus({ preventScroll: true });
    const end = field.current?.value.length ?? 0;
    field.current?.setSelectionRange(end, end);
  }, []);
  useEffect(() => {
    if (choices || secret) return undefined;
    let gone = false;
    void suggest(text).then((values) => {
      if (!gone) setFound(values);
    });
    return () => {
      gone = true;
    };
  }, [text, choices, secret, suggest]);

  function finish(way: Parameters<CellEditorProps["onDone"]>[1]): void {
    if (ended.current) return;
    ended.current = true;
    onDone(text, way);
  }
  function onKeyDown(event: KeyboardEvent): void {
    // The grid's own keys rest meanwhile.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      ended.current = true;
      onCancel();
    } else if (event.key === "Enter" && !(info?.long && event.altKey)) {
      event.preventDefault();
      finish(event.shiftKey ? "up" : "down");
    } else if (event.key === "Tab") {
      event.preventDefault();
      finish(event.shiftKey ? "left" : "right");
    }
  }
  const common = {
    ref: field,
    className: classes["input"],
    "aria-label": label,
    "aria-invalid": wrong || undefined,
    "aria-describedby": note,
    value: text,
    autoComplete: "off",
    spellCheck: false,
    onKeyDown,
    onBlur: () => finish("stay"),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setText(value);
      onText(value);
    },
  } as const;
  if (info?.long && !secret) return <textarea {...common} />;
  return (
    <>
      <input
        {...common}
        type={secret ? "password" : "text"}
        {...(secret ? { autoComplete: "new-password" } : { list })}
      />
      {secret ? null : (
        <datalist id={list}>
          {found.map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}
