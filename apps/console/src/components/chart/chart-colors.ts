/**
 * Colours that people with any colour vision can tell apart (Okabe and Ito, "Color Universal Design", 2008), darkened or
 * lightened until each has a contrast of 3 to 1 on the background (WCAG 1.4.11); from the fifth on also dashed.
 */
export interface LineStyle {
  color: string;
  dash: number[];
}

const LIGHT = ["#0072b2", "#c04e00", "#007a57", "#a8487f", "#8a6100", "#2277a8", "#4d4d4d", "#8f3fbf"];
const DARK = ["#56b4e9", "#ff9f5a", "#2fc79b", "#e79bc4", "#f0c24b", "#8ecdf2", "#c9c9c9", "#c99bf0"];
const DASHES = [[], [], [], [], [8, 4], [8, 4], [8, 4], [2, 4]];

export const lineStyle = (at: number, dark: boolean): LineStyle => ({
  color: (dark ? DARK : LIGHT)[at % LIGHT.length] ?? "",
  dash: DASHES[at % DASHES.length] ?? [],
});
