/** @type {import("./index.mjs").Mutant[]} */
export const host = [
  {
    breaks: "nobody learns that the device's settings were put aside",
    file: "packages/host/src/set-aside.ts",
    search: "return stats && Math.floor(stats.ctimeMs / 1000);",
    replace: "return stats && undefined;",
    tests: ["packages/host/src/systemd/state.test.ts"],
  },
  {
    breaks: "going back to an earlier version loses the time servers",
    file: "packages/host/src/old-names.ts",
    search: "stored[old] = stored[now];",
    replace: "stored[old] ??= undefined;",
    tests: ["packages/host/src/old-names.test.ts"],
  },
  {
    breaks: "an earlier version removes the settings of a later one",
    file: "packages/host/src/old-names.ts",
    search: "{ ...before, ...known }",
    replace: "{ ...known }",
    tests: ["packages/host/src/old-names.test.ts"],
  },
  {
    breaks: "root's verbs take fields nobody named",
    file: "packages/host/src/systemd/verbs.ts",
    search: 'z.strictObject({ verb: z.literal("reboot") })',
    replace: 'z.object({ verb: z.literal("reboot") })',
    tests: ["packages/host/src/systemd/verbs.test.ts"],
  },
  {
    breaks: "root's verbs take fields nobody named in lists",
    file: "packages/host/src/systemd/verbs.ts",
    search: "z.strictObject(networkAdapter.shape)",
    replace: "z.object(networkAdapter.shape)",
    tests: ["packages/host/src/systemd/verbs.test.ts"],
  },
  {
    breaks: "root's verbs forget the rules over all adapters",
    file: "packages/host/src/systemd/verbs.ts",
    search: 'if ("interfaces" in parsed.data) checkAdapters(parsed.data.interfaces);',
    replace: "",
    tests: ["packages/host/src/systemd/verbs.test.ts"],
  },
  {
    breaks: "a network trial's id may go on after its end",
    file: "packages/host/src/systemd/verbs.ts",
    search: "{8,64}$/",
    replace: "{8,64}/",
    tests: ["packages/host/src/systemd/verbs.test.ts"],
  },
  {
    breaks: "control characters reach root's files",
    file: "packages/host/src/systemd/plain-file.ts",
    search: 'if (CONTROL.test(line.replaceAll("\\t", "")))',
    replace: 'if (CONTROL.test(""))',
    tests: ["packages/host/src/systemd/files.test.ts"],
  },
];
