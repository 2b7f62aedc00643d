/** @type {import("./index.mjs").Mutant[]} */
export const draftGrid = [
  {
    breaks: "a large draft is compiled ahead, and whoever presses Enter waits for it",
    file: "apps/console/src/compiler/session.ts",
    search: "took <= AHEAD_AT_MOST ? ahead.next : undefined",
    replace: "ahead.next",
    tests: ["apps/console/src/compiler/session.test.ts"],
  },
  {
    breaks: "what was foreseen of another draft is shown",
    file: "apps/console/src/features/project/drafts/compiler-beside.ts",
    search: "foreseen?.turn === turn ? foreseen : undefined",
    replace: "foreseen",
    tests: ["apps/console/src/features/project/drafts/compiler-beside.test.ts"],
  },
  {
    breaks: "what was foreseen of another value is shown",
    file: "apps/console/src/features/project/drafts/compiler-beside.ts",
    search: " && known.ops === ofOneCell(message.ops)",
    replace: "",
    tests: ["apps/console/src/features/project/drafts/compiler-beside.test.ts"],
  },
  {
    breaks: "what is said late of an earlier draft is shown",
    file: "apps/console/src/features/project/drafts/compiler-beside.ts",
    search: "if (of <= said) return;",
    replace: "",
    tests: ["apps/console/src/features/project/drafts/compiler-beside.test.ts"],
  },
  {
    breaks: "a step becomes the draft that was foreseen of an earlier one",
    file: "apps/console/src/compiler/ahead.ts",
    search: "typed?.from === from && typed.ops",
    replace: "typed?.ops",
    tests: ["apps/console/src/compiler/session.test.ts"],
  },
  {
    breaks: "cells of the editor stay stuck when it rests",
    file: "apps/console/src/features/project/drafts/components/grid-sight.ts",
    search: `if (place.left > 0) table.dataset["sideways"] = "rests";`,
    replace: `if (place.left > 0) return;`,
    tests: ["apps/console/src/features/project/drafts/components/grid.test.tsx"],
  },
  {
    breaks: "a row that is reached stays below the edge",
    file: "apps/console/src/features/project/drafts/components/grid-sight.ts",
    search: `return to > now + size ? to - size : now;`,
    replace: `return now;`,
    tests: ["apps/console/src/features/project/drafts/components/grid.test.tsx"],
  },
  {
    breaks: "what others do elsewhere takes people to the cell that they left",
    file: "apps/console/src/features/project/drafts/components/grid.tsx",
    search: `[head.row, head.column, isEditing, hasLive]`,
    replace: `[head.row, head.column, isEditing, hasLive, view]`,
    tests: ["apps/console/src/features/project/drafts/components/grid.test.tsx"],
  },
];
