import { type RefObject, useEffect, useRef } from "react";

/** Focuses the element when it appears: for pages and covers whose only purpose is that field. */
export function useFocusOnMount<T extends HTMLElement>(): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
