/** What is being typed, told once typing pauses. When `text`, which holds outside, changes there, what is typed follows. */
import { useEffect, useRef, useState } from "react";

const SETTLE = 300;

export function useTyped(
  text: string,
  change: (text: string) => void,
): [typed: string, type: (next: string) => void] {
  const [typed, setTyped] = useState(text);
  const [outside, setOutside] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(change);
  useEffect(() => {
    latest.current = change;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  if (outside !== text) {
    setOutside(text);
    if (typed.trim() !== text) setTyped(text);
  }
  function type(next: string): void {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(next.trim()), SETTLE);
  }
  return [typed, type];
}
