/**
 * Cuts off texts that are wider than their cell. Each cell that the browser cuts off itself is a piece that it keeps apart, at each frame:
 * a screen of them takes more than half of what scrolling costs.
 */
export interface Fit {
  /** @param width of the column, px. @returns the text itself where it fits */
  (text: string, width: number): string;
}

/** px beside the text of a cell: its padding and its border. */
const BESIDE = 17;
/** px of the padding at its end, into which a text may reach that is hardly too long. */
const PADDING = 8;
const END = "…";
/** px of the widest letter: most texts need not be measured. */
const WIDEST = 20;

/** @param widthOf px of a text as cells show it */
export function createFit(widthOf: (text: string) => number): Fit {
  return (text, width) => {
    const room = width - BESIDE;
    if (text.length * WIDEST <= room && !text.includes("\n")) return text;
    const [line = ""] = text.split("\n", 1);
    const whole = widthOf(line);
    if (whole <= room + PADDING) return line.length === text.length ? text : line + END;
    let shown = line.slice(0, Math.ceil((line.length * room) / whole));
    while (shown !== "" && widthOf(shown + END) > room) shown = shown.slice(0, -1);
    // Not half of a sign.
    return `${shown.replace(/[\ud800-\udbff]$/, "")}${END}`;
  };
}

/** px of a letter where nothing can be measured. */
const LETTER = 8.4;

/** As the cells of this table show texts; it is drawn when the first one is measured. */
export function createMeasure(table: () => Element | null): (text: string) => number {
  let context: OffscreenCanvasRenderingContext2D | null | undefined;
  const begin = () => {
    const drawn = table();
    if (!drawn || !("OffscreenCanvas" in globalThis)) return;
    context = new OffscreenCanvas(1, 1).getContext("2d");
    const { fontFamily, fontSize } = getComputedStyle(drawn);
    if (context) context.font = `${fontSize} ${fontFamily}`;
  };
  return (text) => {
    if (!context) begin();
    return context?.measureText(text).width ?? text.length * LETTER;
  };
}
