const EDITOR = "apps/console/src/features/project/drafts";
const lines = ["packages/draft/src/script-lines.test.ts"];
const place = [`${EDITOR}/model/place.test.ts`];
const panel = [`${EDITOR}/components/lua-panel.test.tsx`];

/** @type {import("./index.mjs").Mutant[]} */
export const draftScripts = [
  {
    breaks: "lines of a script are put into one of several places like theirs",
    file: "packages/draft/src/script-lines.ts",
    search: "if (found !== undefined) return undefined;",
    replace: "",
    tests: lines,
  },
  {
    breaks: "lines of a script are put where others stand by now",
    file: "packages/draft/src/script-lines.ts",
    search: "wanted.every((line, offset) => lines[at + offset] === line);",
    replace: "wanted.length > 0;",
    tests: lines,
  },
  {
    breaks: "a script that is replaced as a whole overwrites lines of others in silence",
    file: "packages/draft/src/rebase.ts",
    search: 'op.op === "script" || op.op === "scriptLines"',
    replace: 'op.op === "script"',
    tests: lines,
  },
  {
    breaks: "a line of the workbook opens another row of a draft that was rebuilt",
    file: `${EDITOR}/model/place.ts`,
    search: "line === undefined || rebuilt ? others : address",
    replace: "address",
    tests: place,
  },
  {
    breaks: "an address opens another interface of the pod",
    file: `${EDITOR}/model/place.ts`,
    search: "(iface === undefined || ifaceOf(table, row) === iface)",
    replace: "iface !== null",
    tests: place,
  },
  {
    breaks: "what is typed into a script is lost when the editor is left",
    file: `${EDITOR}/use-script-typing.ts`,
    search: "if (op && !write(op)) onLost();",
    replace: "if (op && timer.current === undefined && !write(op)) onLost();",
    tests: panel,
  },
  {
    breaks: "a step into a script that was not taken is not told",
    file: `${EDITOR}/use-script-typing.ts`,
    search: "!write(op)) onLost()",
    replace: "!write(op)) return",
    tests: panel,
  },
];
