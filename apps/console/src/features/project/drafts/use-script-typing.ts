/** Shows what is typed into a script at once, and makes it steps of the draft a moment later. */
import type { DraftOperation } from "@hubwart/contract";
import { scriptLinesOp } from "@hubwart/draft";
import { useCallback, useEffect, useRef, useState } from "react";

/** ms without a key, and with keys all the while. */
const IDLE = 400;
const MOST = 700;

export interface ScriptTyping {
  source: string;
  /** Something is typed that is no step yet. */
  open: boolean;
  type: (source: string) => void;
  /** Makes it a step now. */
  settle: () => void;
}

/**
 * @param text the script as the draft has it
 * @param write false where the lines are others by now; always the same function, as `onLost`
 */
export function useScriptTyping(
  name: string,
  text: string,
  write: (op: DraftOperation) => boolean,
  onLost: () => void,
): ScriptTyping {
  const typed = useRef<{ before: string; now: string; since: number }>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [shown, setShown] = useState<string>();
  const settle = useCallback(() => {
    clearTimeout(timer.current);
    const done = typed.current;
    typed.current = undefined;
    setShown(undefined);
    const op = done && scriptLinesOp(name, done.before, done.now);
    if (op && !write(op)) onLost();
  }, [name, write, onLost]);
  useEffect(() => settle, [settle]);
  const type = (now: string): void => {
    const at = performance.now();
    const { before, since } = typed.current ?? { before: text, since: at };
    typed.current = { before, now, since };
    setShown(now);
    clearTimeout(timer.current);
    timer.current = setTimeout(settle, Math.max(0, Math.min(IDLE, since + MOST - at)));
  };
  return { source: shown ?? text, open: shown !== undefined, type, settle };
}
