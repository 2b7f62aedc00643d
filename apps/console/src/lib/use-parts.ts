/** What is typed into a dialog, and how to change some of it. */
import { useState } from "react";

export function useParts<T extends object>(first: T | (() => T)): [T, (change: Partial<T>) => void] {
  const [parts, setParts] = useState(first);
  return [parts, (change) => setParts((before) => ({ ...before, ...change }))];
}
