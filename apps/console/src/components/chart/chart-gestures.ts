/**
 * Fingers and wheel on a chart: one finger points, two fingers zoom and move, the wheel zooms while Ctrl is held (else it
 * scrolls the page). The span is asked for once, when the fingers are lifted or the wheel rests.
 */
import type UPlot from "uplot";
import { type Span, zoomed } from "./span.ts";

export interface Gestures {
  onSpan: (span: Span) => void;
  onPointer: (time: number | undefined, byKey: boolean) => void;
  span: Span;
}

const WHEEL_REST = 250;
const WHEEL_STEP = 0.8;

export function gesturesOn(plot: UPlot, gestures: { readonly current: Gestures }): () => void {
  const { over } = plot;
  const listening = new AbortController();
  const { signal } = listening;
  const fingers = new Map<number, number>();
  let begun: { span: Span; places: [number, number] } | undefined;
  let wanted: Span | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const placeOf = (event: MouseEvent): number => event.clientX - over.getBoundingClientRect().left;
  const timeAt = (place: number): number => Math.round(plot.posToVal(place, "x"));
  function preview(span: Span): void {
    wanted = span;
    plot.setScale("x", { min: span.from, max: span.to });
  }
  function commit(): void {
    const span = wanted;
    wanted = undefined;
    if (span) gestures.current.onSpan(span);
  }

  over.addEventListener(
    "pointerdown",
    (event) => {
      if (event.pointerType !== "touch") return;
      fingers.set(event.pointerId, placeOf(event));
      const places = [...fingers.values()];
      if (places.length !== 2) return;
      begun = { span: gestures.current.span, places: places as [number, number] };
    },
    { signal },
  );
  over.addEventListener(
    "pointermove",
    (event) => {
      if (fingers.has(event.pointerId)) fingers.set(event.pointerId, placeOf(event));
      const places = [...fingers.values()];
      if (begun && places.length === 2)
        preview(pinched(begun.span, begun.places, places as [number, number], over.clientWidth));
      else gestures.current.onPointer(timeAt(placeOf(event)), false);
    },
    { signal },
  );
  for (const name of ["pointerup", "pointercancel"] as const) {
    over.addEventListener(
      name,
      (event) => {
        fingers.delete(event.pointerId);
        if (!begun || fingers.size >= 2) return;
        begun = undefined;
        commit();
      },
      { signal },
    );
  }
  over.addEventListener("pointerleave", () => gestures.current.onPointer(undefined, false), { signal });
  over.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const factor = event.deltaY < 0 ? WHEEL_STEP : 1 / WHEEL_STEP;
      preview(zoomed(wanted ?? gestures.current.span, factor, timeAt(placeOf(event))));
      clearTimeout(rest);
      rest = setTimeout(commit, WHEEL_REST);
    },
    { signal, passive: false },
  );
  return () => {
    listening.abort();
    clearTimeout(rest);
  };
}

/** What lay under both fingers stays under them. Places in px of `width`. */
export function pinched(
  { from, to }: Span,
  before: readonly [number, number],
  now: readonly [number, number],
  width: number,
): Span {
  const time = (place: number): number => from + ((to - from) * place) / width;
  const [a, b] = [time(before[0]), time(before[1])];
  const apart = now[1] - now[0];
  if (Math.abs(apart) < 1 || a === b) return { from, to };
  const perPixel = Math.abs((b - a) / apart);
  const start = a - now[0] * perPixel;
  return zoomed({ from: start, to: start + perPixel * width }, 1, start);
}
