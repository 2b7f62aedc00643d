/** A drag of a pointer, told as how far it went since it began. One at a time; it ends with the pointer, or when it is taken away. */
import { type PointerEvent, useRef } from "react";

export interface DragHandlers {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
}

/** `begin` gives what is told each move: pixels since then. */
export function useDrag(
  begin: (target: HTMLElement) => ((dx: number, dy: number) => void) | undefined,
): DragHandlers {
  const drag = useRef<{ pointer: number; x: number; y: number; tell: (dx: number, dy: number) => void }>(
    undefined,
  );
  const end = (event: PointerEvent<HTMLElement>) => {
    if (drag.current?.pointer === event.pointerId) drag.current = undefined;
  };
  return {
    onPointerDown: (event) => {
      if (event.button !== 0 || drag.current) return;
      const tell = begin(event.currentTarget);
      if (!tell) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, tell };
    },
    onPointerMove: (event) => {
      const now = drag.current;
      if (now?.pointer === event.pointerId) now.tell(event.clientX - now.x, event.clientY - now.y);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
