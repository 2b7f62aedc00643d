const FILES = "apps/appliance/src/areas/drafts";
const sealed = [`${FILES}/secrets.test.ts`];
const kept = [`${FILES}/shelf.test.ts`];
const EDITOR = "apps/console/src/features/project/drafts/model";
const stored = [`${EDITOR}/draft-store.test.ts`];
const grid = [`${EDITOR}/grid-model.test.ts`];
const operations = ["packages/draft/src/apply.test.ts"];

/** @type {import("./index.mjs").Mutant[]} */
export const drafts = [
  {
    breaks: "a password of a draft may be copied into a column that is read",
    file: `${FILES}/secrets.ts`,
    search: "if (!secret.has(column)) throw refused(texts.secretElsewhere(names.get(column) ?? column));",
    replace: "",
    tests: sealed,
  },
  {
    breaks: "a draft takes the name of any secret",
    file: `${FILES}/secrets.ts`,
    search: "if (!known.has(cell.secret) && !fresh.has(cell.secret)) throw refused(texts.secretUnknown);",
    replace: "",
    tests: sealed,
  },
  {
    breaks: "a secret stands above the header of a new table",
    file: `${FILES}/secrets.ts`,
    search:
      'for (const cell of table.above.flat()) if (isRef(cell)) throw refused(texts.secretElsewhere(""));',
    replace: "",
    tests: sealed,
  },
  {
    breaks: "a column of secrets keeps them under another name",
    file: `${FILES}/secrets.ts`,
    search: "if (was) return [cleared, op];",
    replace: "if (was) return [op];",
    tests: sealed,
  },
  {
    breaks: "a column that becomes one of secrets keeps its plain text",
    file: `${FILES}/secrets.ts`,
    search: "if (was === is || filled.length === 0) return [op];",
    replace: "return [op];",
    tests: sealed,
  },
  {
    breaks: "a secret reaches the compiler through any column",
    file: `${FILES}/secrets.ts`,
    search: "this.#isSecret(name, column) ? (secrets.get(ref) ?? null) : null,",
    replace: "secrets.get(ref) ?? null,",
    tests: sealed,
  },
  {
    breaks: "a draft goes on behind half a line",
    file: `${FILES}/draft-file.ts`,
    search: "if (this.torn) await truncate(place, Buffer.byteLength(whole));",
    replace: "",
    tests: kept,
  },
  {
    breaks: "steps that the document has are done again",
    file: `${FILES}/draft-file.ts`,
    search: "entries.filter((one) => one.seq > seq)",
    replace: "entries",
    tests: kept,
  },
  {
    breaks: "a draft that failed to be kept is shown as if it were",
    file: `${FILES}/shelf.ts`,
    search: "place.file = undefined;\n        throw error;",
    replace: "throw error;",
    tests: kept,
  },
  {
    breaks: "who waits for a deleted draft brings it back",
    file: `${FILES}/shelf.ts`,
    search: "// It may have been deleted while this waited.\n      this.#place(id);",
    replace: "",
    tests: kept,
  },
  {
    breaks: "a draft of any size is taken",
    file: `${FILES}/shelf.ts`,
    search: "if (JSON.stringify(document).length > DOCUMENT_MOST * 1024 * 1024)",
    replace: "if (false)",
    tests: kept,
  },
  {
    breaks: "two rows of a draft have one id",
    file: "packages/draft/src/apply.ts",
    search: 'if (known.has(id)) throw new DraftFault("twice", `row ${id}`);',
    replace: "",
    tests: operations,
  },
  {
    breaks: "steps are taken back in the order in which they were done",
    file: "packages/draft/src/apply.ts",
    search: "inverse.unshift(...applied.inverse);",
    replace: "inverse.push(...applied.inverse);",
    tests: operations,
  },
  {
    breaks: "nobody is told that two people wrote one cell",
    file: "packages/draft/src/rebase.ts",
    search: "rebased.clashing.push(step);",
    replace: "rebased.steps.at(-1);",
    tests: operations,
  },
  {
    breaks: "a step whose answer was lost is done twice",
    file: `${EDITOR}/draft-state.ts`,
    search: "if (seq === undefined) rest.push(",
    replace: "rest.push(",
    tests: stored,
  },
  {
    breaks: "a step that takes back another names the wrong one once others came first",
    file: `${EDITOR}/draft-state.ts`,
    search: "(numbers.get(step.undoes) ?? step.undoes)",
    replace: "step.undoes",
    tests: stored,
  },
  {
    breaks: "an opened cell that nobody changed becomes a text",
    file: `${EDITOR}/cells.ts`,
    search: "if (text === cellText(before)) return before ?? null;",
    replace: "",
    tests: grid,
  },
  {
    breaks: "what is secret is searched",
    file: `${EDITOR}/find.ts`,
    search: "if (!isSecret(cell) && has(cellText(cell), wanted)) return spot;",
    replace: "if (has(cellText(cell), wanted)) return spot;",
    tests: grid,
  },
  {
    breaks: "a pasted block that has no room is put elsewhere",
    file: `${EDITOR}/block-writes.ts`,
    search: "column < across && left + column < columns",
    replace: "column < across",
    tests: grid,
  },
  {
    breaks: "an editor is shown the errors of an older draft",
    file: "apps/console/src/compiler/session.ts",
    search: "if (!stale)",
    replace: "if (true)",
    tests: ["apps/console/src/compiler/session.test.ts"],
  },
  {
    breaks: "live values are asked for by what a row calls itself, patterns too",
    file: "apps/console/src/features/project/drafts/use-live-rows.ts",
    search: "[...new Set(names.values())].filter((name) => CHANNEL.test(name)).sort()",
    replace: "[...new Set(names.values())].sort()",
    tests: ["apps/console/src/features/project/drafts/components/live-grid.test.tsx"],
  },
  {
    breaks: "one thing is renamed onto another",
    file: "packages/project/src/entry/rename.ts",
    search: 'if (isTaken(namings, { kind: subject.kind, name })) return { refused: "taken", name };',
    replace: "",
    tests: ["packages/project/src/entry/references.test.ts"],
  },
  {
    breaks: "a name within another one is renamed with it",
    file: "packages/project/src/entry/references.ts",
    search: '(role === "reference" || role === "pattern") && name.startsWith(`${wanted}.`)',
    replace: '(role === "reference" || role === "pattern") && name.startsWith(wanted)',
    tests: ["packages/project/src/entry/references.test.ts"],
  },
  {
    breaks: "a test of a connection tells the password",
    file: "packages/pods/src/connection.ts",
    search: "text: blank(step.text)",
    replace: "text: step.text",
    tests: ["packages/pods/src/connection.test.ts"],
  },
  {
    breaks: "a test of a connection opens a device that has an owner",
    file: "packages/pods/src/connection.ts",
    search: "|| kind.schema.claims?.(config) !== undefined",
    replace: "",
    tests: ["packages/pods/src/connection.test.ts"],
  },
  {
    breaks: "the form of a row empties a password that nobody typed",
    file: "apps/console/src/features/project/drafts/components/row-form.tsx",
    search: "if (text === shown) return;",
    replace: "",
    tests: ["apps/console/src/features/project/drafts/components/row-form.test.tsx"],
  },
];
