/**
 * Brings the entry of the shown page into view where the navigation is higher than its place; with the next frame, which lays the page out
 * anyway.
 */
export function showChosen(navigation: HTMLElement | null): void {
  requestAnimationFrame(() =>
    navigation?.querySelector('a[aria-current="page"]')?.scrollIntoView({ block: "nearest" }),
  );
}
