/** @type {import("./index.mjs").Mutant[]} */
export const console = [
  {
    breaks: "adding under a name that is taken replaces what has it",
    file: "apps/console/src/lib/taken.ts",
    search: "taken.includes(name)",
    replace: "taken.length < 0",
    tests: ["apps/console/src/lib/taken.test.ts"],
  },
  {
    breaks: "a save does not say what it was made from",
    file: "apps/console/src/api/client.ts",
    search: 'headers.set("If-Match", input.ifMatch)',
    replace: 'headers.set("If-Match", "*")',
    tests: ["apps/console/src/api/client.test.ts"],
  },
  {
    breaks: "a stale 401 ends the session",
    file: "apps/console/src/api/client.ts",
    search: 'if (call.access === "session" && tokenStore.read() !== token) return;',
    replace: "",
    tests: ["apps/console/src/api/client.test.ts"],
  },
  {
    breaks: "a refusal of the present token leaves the session open",
    file: "apps/console/src/api/client.ts",
    search: 'tokenStore.clear("rejected");',
    replace: "",
    tests: ["apps/console/src/api/client.test.ts"],
  },
  {
    breaks: "an edit overwrites what somebody else saved, once that was seen",
    file: "apps/console/src/lib/use-edit.ts",
    search: "before === undefined || same(before.data, now) ? stored.etag : before.etag",
    replace: "stored.etag",
    tests: ["apps/console/src/lib/use-edit.test.tsx"],
  },
  {
    breaks: "a second press sends the settings twice",
    file: "apps/console/src/lib/use-edit.ts",
    search: "if (busy.current) return true;",
    replace: "",
    tests: ["apps/console/src/lib/use-edit.test.tsx"],
  },
  {
    breaks: "all is well while nobody has asked the pods",
    file: "apps/console/src/features/status/components/health-banner.tsx",
    search: 'health.level === 1 && state !== "fine"',
    replace: 'health.level === 1 && state !== "fine" && state !== "unknown"',
    tests: ["apps/console/src/features/status/components/health-banner.test.tsx"],
  },
  {
    breaks: "a page without a second one has buttons to turn to it",
    file: "apps/console/src/components/pager.tsx",
    search: "pages > 1 || page > 1",
    replace: "pages > 0",
    tests: ["apps/console/src/components/pager.test.tsx"],
  },
];
