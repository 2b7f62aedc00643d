/** @type {import("./index.mjs").Mutant[]} */
export const hub = [
  {
    breaks: "an external pod is let in with any token",
    file: "apps/hub/src/pods/admission.ts",
    search: ' || !sameToken(hello.token ?? "", pod.token)',
    replace: "",
    tests: ["apps/hub/src/pods/admission.test.ts"],
  },
  {
    breaks: "an external pod of another version is let in",
    file: "apps/hub/src/pods/admission.ts",
    search: "hello.protocol !== POD_PROTOCOL",
    replace: "hello.protocol < 0",
    tests: ["apps/hub/src/pods/admission.test.ts"],
  },
  {
    breaks: "others read the token of an external pod",
    file: "apps/hub/src/pods/pod-tokens.ts",
    search: "`${token}\\n`, { mode: 0o600 }",
    replace: "`${token}\\n`, { mode: 0o644 }",
    tests: ["apps/hub/src/pods/admission.test.ts"],
  },
  {
    breaks: "each start makes a new token for an external pod",
    file: "apps/hub/src/pods/pod-tokens.ts",
    search: "if (stored) {",
    replace: 'if (stored === "") {',
    tests: ["apps/hub/src/pods/admission.test.ts"],
  },
  {
    breaks: "chains of links of any length",
    file: "apps/hub/src/channels/router.ts",
    search: "|| this.#depth > LONGEST_CHAIN",
    replace: "",
    tests: ["apps/hub/src/channels/router.test.ts"],
  },
  {
    breaks: "a pod's refusals weigh nothing",
    file: "apps/hub/src/pods/pod-session.ts",
    search: 'this.#kept.keep(this.#channels + n, refusal?.text ?? "")',
    replace: "n >= 0",
    tests: ["apps/hub/src/pods/pod-session.test.ts"],
  },
  {
    breaks: "an older value that falls replaces what was written since",
    file: "apps/hub/src/channels/router.ts",
    search: "if (quality !== GOOD && this.#isOlder(channel, ts)) return;",
    replace: "",
    tests: ["apps/hub/src/channels/router.test.ts"],
  },
];
