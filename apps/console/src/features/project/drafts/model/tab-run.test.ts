import { expect, it } from "vitest";
import { at, type Command, moved, type Spot } from "./selection.ts";
import { createTabRun } from "./tab-run.ts";

const SIZE = { rows: 9, columns: 5 };
const TAB: Command = { do: "tab", back: false };
const ENTER: Command = { do: "enter", back: false };

function walked(from: Spot, ...commands: (Command | Spot)[]): Spot {
  const run = createTabRun();
  let spot = from;
  for (const command of commands) {
    if (!("do" in command)) spot = command;
    else
      spot =
        run(
          moved(at(spot), command, SIZE, () => false, 1),
          spot,
          command,
        )?.head ?? spot;
  }
  return spot;
}

it("goes on below where the run of Tab began", () => {
  expect(walked({ row: 0, column: 1 }, TAB, TAB, ENTER)).toEqual({ row: 1, column: 1 });
  expect(walked({ row: 0, column: 1 }, TAB, TAB, ENTER, TAB, ENTER)).toEqual({ row: 2, column: 1 });
});

it("goes straight down without one, and where somebody chose another cell meanwhile", () => {
  expect(walked({ row: 0, column: 3 }, ENTER)).toEqual({ row: 1, column: 3 });
  expect(walked({ row: 0, column: 1 }, TAB, { row: 4, column: 3 }, ENTER)).toEqual({ row: 5, column: 3 });
  expect(walked({ row: 0, column: 1 }, TAB, ENTER, ENTER)).toEqual({ row: 2, column: 1 });
});
