/** "1 Pod", "1.234 Pods": a number with its noun, as German writes them. */
export function countText(count: number, one: string, many: string): string {
  return `${count.toLocaleString("de-DE")} ${count === 1 ? one : many}`;
}
