/**
 * Cuts off texts that are wider than their cell. Each cell that the browser cuts off itself is a piece that it keeps apart, at each frame:
 * a screen of them takes more than half of what scrolling costs.
 */
export type Fit = (
  text: string,
  /** Of the column, px. */
  width: number,
) => string;

/** px beside the text of a cell: its padding and its border. */
const BESIDE = 17;
/** px of the padding at its end, into which a text may reach that is hardly too long. */
const PADDING = 8;
const END = "…";
/** px of the widest letter: most texts need not be measured. */
const WIDEST = 20;

/** @param of px of a text as cells show it. @returns what hands out the text itself where it fits */
export function createFit(of: (text: string) => number): Fit {
  return (text, width) => {
    const room = width - BESIDE;
    if (text.length * WIDEST <= room && !text.includes("\n")) return text;
    const [line = ""] = text.split("\n", 1);
    const whole = of(line);
    if (whole <= room + PADDING) return line.length === text.length ? text : line + END;
    let shown = line.slice(0, Math.ceil((line.length * room) / whole));
    while (shown !== "" && of(shown + END) > room) shown = shown.slice(0, -1);
    // Not half of a sign.
    return `${shown.replace(/[\ud800-\udbff]$/, "")}${END}`;
  };
}

/** px of a letter where nothing can be measured. */
const LETTER = 8.4;

let context: OffscreenCanvasRenderingContext2D | null | undefined;

/** px of a text as cells show it, which have the font of the page. */
export function widthOf(text: string): number {
  if (context === undefined) {
    context = "OffscreenCanvas" in globalThis ? new OffscreenCanvas(1, 1).getContext("2d") : null;
    const { fontFamily, fontSize } = getComputedStyle(document.body);
    if (context) context.font = `${fontSize} ${fontFamily}`;
  }
  return context?.measureText(text).width ?? text.length * LETTER;
}
