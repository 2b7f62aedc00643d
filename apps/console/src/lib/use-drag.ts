/** A drag of a pointer, told as how far it went since it began. One at a time; it ends with the pointer, or when it is taken away. */
import { type PointerEvent, useRef } from "react";

export interface DragHandlers {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
}

export interface Dragged {
  /** Each move, in pixels since it began. */
  tell: (dx: number, dy: number, event: PointerEvent<HTMLElement>) => void;
  end?: () => void;
}

/**
 * `begin` says whom to tell, or refuses. They are asked by reference: a quick finger moves and leaves before what it
 * moved is drawn.
 */
export function useDrag(begin: (event: PointerEvent<HTMLElement>) => Dragged | undefined): DragHandlers {
  const drag = useRef<{ held: HTMLElement; pointer: number; x: number; y: number } & Dragged>(undefined);
  const end = (event: PointerEvent<HTMLElement>) => {
    if (drag.current?.pointer !== event.pointerId) return;
    const { end: ended } = drag.current;
    drag.current = undefined;
    ended?.();
  };
  return {
    onPointerDown: (event) => {
      // What was held may have been taken from the page, and its pointer with it.
      if (event.button !== 0 || drag.current?.held.isConnected) return;
      const dragged = begin(event);
      if (!dragged) return;
      event.stopPropagation();
      const { clientX: x, clientY: y, currentTarget: held, pointerId: pointer } = event;
      held.setPointerCapture(pointer);
      drag.current = { held, pointer, x, y, ...dragged };
    },
    onPointerMove: (event) => {
      const now = drag.current;
      if (now?.pointer === event.pointerId) now.tell(event.clientX - now.x, event.clientY - now.y, event);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
