const file = (/** @type {string} */ name) => `apps/appliance/src/areas/oidc/${name}`;
const tests = [file("directory.test.ts")];

/** @type {import("./index.mjs").Mutant[]} */
export const oidc = [
  {
    breaks: "a sign-in by a directory service is taken up by another browser",
    file: file("flows.ts"),
    search: "return timingSafeEqual(kept.binding, hashOf(binding)) ? kept : undefined;",
    replace: "return hashOf(binding).length > 0 ? kept : undefined;",
    tests,
  },
  {
    breaks: "a sign-in by a directory service is taken up twice",
    file: file("flows.ts"),
    search: "this.#kept.delete(state);",
    replace: "",
    tests,
  },
  {
    breaks: "a directory service sends the device to hosts that nobody named",
    file: file("addresses.ts"),
    search: "if (!known.includes(url.host)) return texts.foreignHost(url.host);",
    replace: "",
    tests,
  },
  {
    breaks: "the signature of an ID token does not count",
    file: file("provider.ts"),
    search: "client.enableNonRepudiationChecks(config);",
    replace: "",
    tests,
  },
  {
    breaks: "somebody has a name of any length at the directory service",
    file: file("provider.ts"),
    search: "claims.sub.length > SUBJECT_MAX",
    replace: "claims.sub.length < 0",
    tests,
  },
  {
    breaks: "a nonce of another sign-in is taken",
    file: file("provider.ts"),
    search: "expectedNonce: flow.nonce,",
    replace: "",
    tests,
  },
  {
    breaks: "a locked person signs in by the directory service",
    file: file("directory.ts"),
    search: "if (known?.locked) throw new DeniedError(texts.lockedPerson);",
    replace: "",
    tests,
  },
  {
    breaks: "who has no role any more keeps sessions open",
    file: file("directory.ts"),
    search: "if (known) people.endDirectory(known.id);",
    replace: "",
    tests,
  },
  {
    breaks: "a role that demands a second factor lets in who had none at the directory service",
    file: file("directory.ts"),
    search: "if (people.demands(rights.role) && !factor) throw new DeniedError(texts.noFactor);",
    replace: "",
    tests,
  },
  {
    breaks: "a client secret goes to another directory service",
    file: file("settings.ts"),
    search: 'return before.issuer === issuer ? (before.client_secret ?? "") : "";',
    replace: 'return issuer === "" ? "" : (before.client_secret ?? "");',
    tests,
  },
  {
    breaks: "a person of the directory gets a password here",
    file: "apps/appliance/src/platform/people/people.ts",
    search: "if (found.directory) throw new ConflictError(texts.ofDirectory);",
    replace: "",
    tests,
  },
  {
    breaks: "a browser is sent to a directory service that is away",
    file: file("provider.ts"),
    search: "this.#server(client, asked, THERE_FOR)",
    replace: "this.#server(client, asked, FRESH_FOR)",
    tests,
  },
  {
    breaks:
      "whom a directory service vouches for is let in as somebody of another one that was set up meanwhile",
    file: file("directory.ts"),
    search:
      "// Whom the one before vouches for is nobody to the one of now.\n      this.#demandUnchanged(before);",
    replace: "",
    tests,
  },
  {
    breaks: "a browser is sent to a directory service that is none any more",
    file: file("directory.ts"),
    search:
      "const { nonce, url, verifier } = await this.#provider.begin();\n      this.#demandUnchanged(before);",
    replace: "const { nonce, url, verifier } = await this.#provider.begin();",
    tests,
  },
];
