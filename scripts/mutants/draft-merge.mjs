const MERGE = "packages/draft/src/merge";
const tests = [`${MERGE}/merge.test.ts`];

/** @type {import("./index.mjs").Mutant[]} */
export const draftMerge = [
  {
    breaks: "a merge writes over a cell that only the draft changed",
    file: `${MERGE}/rows.ts`,
    search: "if (!sameCell(mine, theirs) && !(sides.base && sameCell(before, theirs))) {",
    replace: "if (!sameCell(mine, theirs)) {",
    tests,
  },
  {
    breaks: "a merge takes the others' cell where both changed it, unasked",
    file: `${MERGE}/rows.ts`,
    search: "const ask = !(sides.base && sameCell(before, mine));",
    replace: "const ask = false;",
    tests,
  },
  {
    breaks: "a row that one side deleted and the other left alone comes back by a merge",
    file: `${MERGE}/rows.ts`,
    search: "if (unchanged) return undefined;",
    replace: "if (unchanged) return cells;",
    tests,
  },
  {
    breaks: "a row that one side changed goes by a merge since the other deleted it, unasked",
    file: `${MERGE}/rows.ts`,
    search: "const kept = decide({\n    kind: ours",
    replace: "if (slot.base) return undefined;\n  const kept = decide({\n    kind: ours",
    tests,
  },
  {
    breaks: "of two new rows with one key a merge drops the others', unasked",
    file: `${MERGE}/rows.ts`,
    search: 'cells.length > 0 ? decide({ kind: "rowTwice", row, cells }) : "mine"',
    replace: 'cells.length > 99 ? decide({ kind: "rowTwice", row, cells }) : "mine"',
    tests,
  },
  {
    breaks: "a merge drops a column in which something stands",
    file: `${MERGE}/table.ts`,
    search: "|| [...rows.values()].some((cells) => cells.has(name))",
    replace: "",
    tests,
  },
  {
    breaks: "a merge drops the draft's rows above the header, unasked",
    file: `${MERGE}/table.ts`,
    search: "if (base && before === mine) return theirs.table.above;",
    replace: "if (base) return theirs.table.above;",
    tests,
  },
  {
    breaks: "a table that is gone in what runs goes by a merge, though the draft changed it",
    file: `${MERGE}/merge.ts`,
    search:
      'const goes = asked ? ways.decide({ kind: "tableGoneThere", cells: [] }) === "theirs" : unchanged === true;',
    replace: "const goes = base !== undefined || !asked;",
    tests,
  },
  {
    breaks: "a merge writes over a script that both changed, unasked",
    file: `${MERGE}/merge.ts`,
    search: "const asked = !base || before !== mine;",
    replace: "const asked = !base;",
    tests,
  },
  {
    breaks: "a row whose name the draft changed is another one to a merge",
    file: `${MERGE}/align.ts`,
    search: "pair(pairs, from, to, (_grid, { id }) => id);",
    replace: "",
    tests,
  },
];
