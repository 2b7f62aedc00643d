import "uplot/dist/uPlot.min.css";
import UPlot from "uplot";

/** Draws a graph that keeps to the size of its place. @returns what ends it, too */
export function plotIn(
  place: HTMLElement,
  options: UPlot.Options,
  data: UPlot.AlignedData,
): { graph: UPlot; end: () => void } {
  // Between a change of the window and the next picture the graph still has its old size, and may not widen the page.
  place.style.overflow = "clip";
  const graph = new UPlot(options, data, place);
  const resized = new ResizeObserver(() => {
    if (place.clientWidth > 0) graph.setSize({ width: place.clientWidth, height: place.clientHeight });
  });
  resized.observe(place);
  const end = (): void => {
    resized.disconnect();
    graph.destroy();
  };
  return { graph, end };
}
