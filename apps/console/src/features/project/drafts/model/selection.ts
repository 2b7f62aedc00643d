/** Which cells of a grid are chosen, and where keys lead. Pure: rows and columns by number. */
export interface Spot {
  row: number;
  column: number;
}
export interface Selection {
  /** Where it began. */
  anchor: Spot;
  /** The cell that has the focus. */
  head: Spot;
}
export interface Size {
  rows: number;
  columns: number;
}
export interface Block {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export type Way = "up" | "down" | "left" | "right";
/** What is done to the chosen block. */
export type BlockKey =
  | { do: "clear" | "fillDown" | "count" | "insert" | "delete" | "duplicate" }
  | { do: "moveRows"; by: -1 | 1 };
export type Command =
  | { do: "go"; way: Way; far: boolean; extend: boolean }
  | { do: "page"; by: -1 | 1; extend: boolean }
  | { do: "home" | "end"; whole: boolean; extend: boolean }
  | { do: "tab"; back: boolean }
  | { do: "enter"; back: boolean }
  | { do: "all" }
  | { do: "edit" | "undo" | "redo" | "find" | "menu" }
  | BlockKey
  | { do: "type"; text: string };

interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

const ARROWS: Readonly<Record<string, Way>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/** What a key asks for while no cell is being edited; undefined for what is the browser's. */
export function commandOf({ altKey, key, shiftKey, ...event }: Key): Command | undefined {
  const ctrl = event.ctrlKey || event.metaKey;
  const extend = shiftKey;
  const way = ARROWS[key];
  if (altKey)
    return way === "up" || way === "down" ? { do: "moveRows", by: way === "up" ? -1 : 1 } : undefined;
  if (way) return { do: "go", way, far: ctrl, extend };
  if (key === "Home" || key === "End") return { do: key === "Home" ? "home" : "end", whole: ctrl, extend };
  if (ctrl) return withCtrl(key.toLowerCase(), shiftKey);
  switch (key) {
    case "PageUp":
    case "PageDown":
      return { do: "page", by: key === "PageUp" ? -1 : 1, extend };
    case "Tab":
      return { do: "tab", back: shiftKey };
    case "Enter":
      return { do: "enter", back: shiftKey };
    case "F2":
      return { do: "edit" };
    case "ContextMenu":
      return { do: "menu" };
    case "F10":
      return shiftKey ? { do: "menu" } : undefined;
    case "Delete":
    case "Backspace":
      return { do: "clear" };
    default:
      return key.length === 1 ? { do: "type", text: key } : undefined;
  }
}

function withCtrl(key: string, shift: boolean): Command | undefined {
  switch (key) {
    case "a":
      return { do: "all" };
    case "d":
      return { do: shift ? "count" : "fillDown" };
    case "z":
      return { do: shift ? "redo" : "undo" };
    case "y":
      return { do: "redo" };
    case "f":
    case "h":
      return { do: "find" };
    case "+":
      return { do: "insert" };
    case "-":
      return { do: "delete" };
    default:
      return undefined;
  }
}

export const blockOf = ({ anchor, head }: Selection): Block => ({
  top: Math.min(anchor.row, head.row),
  bottom: Math.max(anchor.row, head.row),
  left: Math.min(anchor.column, head.column),
  right: Math.max(anchor.column, head.column),
});

export const at = (spot: Spot): Selection => ({ anchor: spot, head: spot });

export function within({ column, row }: Spot, { columns, rows }: Size): Spot {
  return {
    row: Math.max(0, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns - 1, column)),
  };
}

/**
 * Where a command leads; undefined for one that leads nowhere, and for Tab past the first or last cell, which leaves the grid.
 * `page`: rows that are in sight.
 */
export function moved(
  selection: Selection,
  command: Command,
  size: Size,
  filled: (spot: Spot) => boolean,
  page: number,
): Selection | undefined {
  const { head } = selection;
  const to = (spot: Spot, extend: boolean): Selection => {
    const next = within(spot, size);
    return extend ? { anchor: selection.anchor, head: next } : at(next);
  };
  switch (command.do) {
    case "go":
      return to(
        command.far ? edge(head, command.way, size, filled) : beside(head, command.way),
        command.extend,
      );
    case "page":
      return to({ ...head, row: head.row + command.by * page }, command.extend);
    case "home":
      return to({ row: command.whole ? 0 : head.row, column: 0 }, command.extend);
    case "end":
      return to({ row: command.whole ? size.rows - 1 : head.row, column: size.columns - 1 }, command.extend);
    case "tab": {
      const index = head.row * size.columns + head.column + (command.back ? -1 : 1);
      if (index < 0 || index >= size.rows * size.columns) return undefined;
      return at({ row: Math.floor(index / size.columns), column: index % size.columns });
    }
    case "enter":
      return to(beside(head, command.back ? "up" : "down"), false);
    case "all":
      return {
        anchor: { row: 0, column: 0 },
        head: within({ row: size.rows - 2, column: size.columns - 1 }, size),
      };
    case "edit":
    case "clear":
    case "fillDown":
    case "count":
    case "undo":
    case "redo":
    case "insert":
    case "delete":
    case "duplicate":
    case "find":
    case "menu":
    case "moveRows":
    case "type":
      return undefined;
  }
}

function beside({ column, row }: Spot, way: Way): Spot {
  const by = way === "up" || way === "left" ? -1 : 1;
  return way === "up" || way === "down" ? { row: row + by, column } : { row, column: column + by };
}

/** To the end of what is filled, or to where it begins again. */
function edge(from: Spot, way: Way, size: Size, filled: (spot: Spot) => boolean): Spot {
  const inside = ({ column, row }: Spot) =>
    row >= 0 && column >= 0 && row < size.rows && column < size.columns;
  let spot = from;
  let next = beside(spot, way);
  const along = filled(spot) && inside(next) && filled(next);
  while (inside(next)) {
    if (along && !filled(next)) return spot;
    spot = next;
    if (!along && filled(spot)) return spot;
    next = beside(spot, way);
  }
  return spot;
}
