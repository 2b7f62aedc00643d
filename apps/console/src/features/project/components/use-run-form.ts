/** What was chosen for a run, and what stands in its way. */
import { LIMITS } from "@hubwart/contract";
import { type RefObject, useCallback, useRef, useState } from "react";
import { formatFileSize } from "../../../lib/format.ts";
import { projectTexts } from "../../../texts/index.ts";
import type { StoreChoice } from "../run/run-store.ts";

export const LARGEST_MB = LIMITS.uploadBytes / 1024 ** 2;

const texts = projectTexts.run;

export interface RunForm {
  file: File | undefined;
  fileError: string | undefined;
  input: RefObject<HTMLInputElement | null>;
  repeatInput: RefObject<HTMLInputElement | null>;
  note: string;
  use: boolean;
  pwd: string;
  repeat: string;
  pwdError: string | undefined;
  setFile: (file: File | undefined) => void;
  setNote: (note: string) => void;
  setUse: (use: boolean) => void;
  setPwd: (pwd: string) => void;
  setRepeat: (repeat: string) => void;
  /** What to send; undefined, with the hints set, if something is missing. */
  submit: () => { file: File; store: StoreChoice; note: string } | undefined;
  clear: () => void;
}

export function fileProblem(file: File | undefined): string | undefined {
  if (file === undefined) return texts.file.missing;
  if (file.size > LIMITS.uploadBytes) return texts.file.tooLarge(formatFileSize(file.size), LARGEST_MB);
  return undefined;
}

/** `given` is chosen already. */
export function useRunForm(given: File | undefined): RunForm {
  const [file, setFile] = useState(given);
  const [fileError, setFileError] = useState<string>();
  const [note, setNote] = useState("");
  const [use, setUse] = useState(false);
  const [pwd, setPwd] = useState("");
  const [repeat, setRepeat] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const repeatInput = useRef<HTMLInputElement>(null);
  const unequal = use && pwd !== repeat;
  const clear = useCallback(() => {
    setFile(undefined);
    setFileError(undefined);
    setNote("");
    setUse(false);
    setPwd("");
    setRepeat("");
    setSubmitted(false);
  }, []);

  return {
    file,
    fileError,
    input,
    repeatInput,
    note,
    use,
    pwd,
    repeat,
    pwdError: submitted && unequal ? texts.store.notEqual : undefined,
    setFile: (chosen) => {
      setFile(chosen);
      setFileError(chosen && fileProblem(chosen));
    },
    setNote,
    setUse,
    setPwd,
    setRepeat,
    submit: () => {
      const problem = fileProblem(file);
      setFileError(problem);
      setSubmitted(true);
      if (problem !== undefined) input.current?.focus();
      else if (unequal) repeatInput.current?.focus();
      if (problem !== undefined || unequal || file === undefined) return undefined;
      return { file, store: { use, pwd: use ? pwd : "" }, note: note.trim() };
    },
    clear,
  };
}
