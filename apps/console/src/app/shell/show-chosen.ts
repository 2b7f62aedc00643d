/** Brings the entry of the shown page into view where the navigation is higher than its place. */
export function showChosen(navigation: HTMLElement | null): void {
  navigation?.querySelector('a[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
}
