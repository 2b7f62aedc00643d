/**
 * What of a grid is in sight. It is known without asking the browser, which would lay the page out at each question.
 *
 * The browser sticks the cells that stay in sight only while it scrolls sideways; at rest they stand in their place: each that is stuck
 * is a layer of its own, and these cost more than all that is written in them.
 */
export interface Sight {
  /** Until the returned function is called; `table` is what is scrolled in `box`. */
  watch: (box: HTMLElement, table: HTMLElement) => () => void;
  /** Scrolls as little as that takes. */
  show: (place: { rows: Span; columns: Span | undefined }) => void;
  /** px */
  readonly height: number;
}

/** px within the table, with what lies over the edges of the box beside it. */
export interface Span {
  from: number;
  to: number;
}

/** ms without a scroll, after which it rests. */
const REST = 120;

export function createSight(): Sight {
  let size = { width: 0, height: 0 };
  let place = { left: 0, top: 0 };
  let scrollTo: ((place: { left: number; top: number }) => void) | undefined;

  return {
    get height() {
      return size.height;
    },
    watch(box, table) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const measure = () => {
        size = { width: box.clientWidth, height: box.clientHeight };
      };
      const rest = () => {
        table.style.setProperty("--x", `${place.left}px`);
        if (place.left > 0) table.dataset["sideways"] = "rests";
        else delete table.dataset["sideways"];
      };
      const onScroll = () => {
        const { scrollLeft: left, scrollTop: top } = box;
        const moves = left !== place.left;
        place = { left, top };
        if (!moves) return;
        table.dataset["sideways"] = "moves";
        clearTimeout(timer);
        timer = setTimeout(rest, REST);
      };
      const resized = new ResizeObserver(measure);
      resized.observe(box);
      // Before what draws rows anew, while the layout is as it was.
      box.addEventListener("scroll", onScroll, { passive: true, capture: true });
      measure();
      scrollTo = (next) => {
        const { left, top } = place;
        place = next;
        if (top !== next.top) box.scrollTop = next.top;
        if (left === next.left) return;
        box.scrollLeft = next.left;
        clearTimeout(timer);
        rest();
      };
      return () => {
        clearTimeout(timer);
        resized.disconnect();
        box.removeEventListener("scroll", onScroll, { capture: true });
        scrollTo = undefined;
      };
    },
    show({ columns, rows }) {
      scrollTo?.({
        top: nearest(place.top, size.height, rows),
        left: columns ? nearest(place.left, size.width, columns) : place.left,
      });
    },
  };
}

function nearest(now: number, size: number, { from, to }: Span): number {
  if (from < now) return Math.max(0, from);
  return to > now + size ? to - size : now;
}
