/** What a plot takes of the page that it is drawn on; a canvas knows no style sheets. */
export function styleOf(target: HTMLElement) {
  const style = getComputedStyle(target);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const axis = {
    font: `12px ${style.fontFamily}`,
    stroke: color("--hw-text-muted"),
    ticks: { show: false },
    grid: { stroke: color("--hw-border"), width: 1 },
  };
  return { axis, color };
}
