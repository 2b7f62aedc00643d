const file = (/** @type {string} */ name) => `apps/appliance/src/platform/session/${name}`;
const [PASSKEYS, CHALLENGES] = [file("passkeys.ts"), file("challenges.ts")];
const tests = [file("passkeys.test.ts")];
const SITE = "apps/appliance/src/http/site.ts";
const siteTests = ["apps/appliance/src/http/site.test.ts"];

/** @type {import("./index.mjs").Mutant[]} */
export const passkeys = [
  {
    breaks: "a passkey answers to a page of somebody else",
    file: PASSKEYS,
    search: "expectedOrigin: stored.origin,",
    replace: 'expectedOrigin: [stored.origin, "https://evil.example"],',
    tests,
  },
  {
    breaks: "a passkey answers for the name of somebody else",
    file: PASSKEYS,
    search: "expectedRPID: new URL(stored.origin).hostname,",
    replace: 'expectedRPID: [new URL(stored.origin).hostname, "evil.example"],',
    tests,
  },
  {
    breaks: "a passkey answers to a question that nobody asked",
    file: PASSKEYS,
    search:
      "expectedChallenge: (challenge) => this.#challenges.take(signingIn(account, address), challenge),",
    replace: "expectedChallenge: () => true,",
    tests,
  },
  {
    breaks: "a passkey lets in whom the authenticator does not know",
    file: PASSKEYS,
    search: "requireUserVerification: true,\n      }),",
    replace: "requireUserVerification: false,\n      }),",
    tests,
  },
  {
    breaks: "a copy of a passkey that counts behind lets in",
    file: PASSKEYS,
    search: "counter: stored.counter,",
    replace: "counter: 0,",
    tests,
  },
  {
    breaks: "how often a passkey signed is not remembered",
    file: PASSKEYS,
    search: "this.#parts.table.used(id, judged.authenticationInfo.newCounter, this.#parts.clock.now());",
    replace: "",
    tests,
  },
  {
    breaks: "a passkey lets in without a right signature",
    file: PASSKEYS,
    search: "if (judged?.verified !== true) return undefined;",
    replace: "if (!judged) return undefined;",
    tests,
  },
  {
    breaks: "a passkey lets in under another name of the device",
    file: PASSKEYS,
    search: "find(({ id, origin }) => id === answer.id && origin === site)",
    replace: "find(({ id }) => id === answer.id)",
    tests,
  },
  {
    breaks: "a passkey of before outlives the second factor",
    file: "packages/core/src/store/passkeys.ts",
    search: '"SELECT * FROM passkey WHERE person = ? AND factor = ? ORDER BY since, id"',
    replace: "\"SELECT * FROM passkey WHERE person = ? AND factor <> ? || '-' ORDER BY since, id\"",
    tests,
  },
  {
    breaks: "a passkey is taken away from whoever has it",
    file: PASSKEYS,
    search: "if (this.#parts.table.has(credential.id)) throw new ConflictError(texts.passkeyKnown);",
    replace: "this.#parts.table.remove(credential.id);",
    tests,
  },
  {
    breaks: "a passkey is added by another session",
    file: PASSKEYS,
    search: "const adding = (sessionId: string, origin: string): string => `add ${sessionId} ${origin}`;",
    replace: "const adding = (_: string, origin: string): string => `add ${origin}`;",
    tests,
  },
  {
    breaks: "a passkey is added for another page",
    file: PASSKEYS,
    search: "expectedOrigin: origin,",
    replace: 'expectedOrigin: [origin, "https://evil.example"],',
    tests,
  },
  {
    breaks: "a passkey is added without the person",
    file: PASSKEYS,
    search: "requireUserVerification: true,\n        supportedAlgorithmIDs",
    replace: "requireUserVerification: false,\n        supportedAlgorithmIDs",
    tests,
  },
  {
    breaks: "a question to a passkey is good twice",
    file: CHALLENGES,
    search: "this.#open.delete(what);\n    return found",
    replace: "return found",
    tests,
  },
  {
    breaks: "a question to a passkey never ends",
    file: CHALLENGES,
    search: " && found.until > this.#clock.monotonic()",
    replace: "",
    tests,
  },
  {
    breaks: "wrong passkeys are not counted against who sends them",
    file: file("service.ts"),
    search: "failed();\n    throw new DeniedError(texts.wrongPasskey);",
    replace: "throw new DeniedError(texts.wrongPasskey);",
    tests,
  },
  {
    breaks: "a page of another name counts as this device",
    file: SITE,
    search: " && url.host === host.toLowerCase()",
    replace: "",
    tests: siteTests,
  },
  {
    breaks: "a passkey is tied to a page without encryption",
    file: SITE,
    search: 'url.protocol === "https:" && ',
    replace: "",
    tests: siteTests,
  },
];
