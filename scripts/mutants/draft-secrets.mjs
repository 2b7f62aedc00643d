/** Stored secrets of a draft, for people of a central. */
const DRAFTS = "apps/appliance/src/areas/drafts";
const ASTRAY = "packages/pods/src/secrets-astray.ts";
const judged = ["packages/pods/src/secrets-astray.test.ts"];
const connected = ["packages/pods/src/connection.test.ts"];
const published = [`${DRAFTS}/service.test.ts`];

/** @type {import("./index.mjs").Mutant[]} */
export const draftSecrets = [
  {
    breaks: "a central has a stored password sent to any server",
    file: ASTRAY,
    search: "way.to !== before.to || ",
    replace: "",
    tests: judged,
  },
  {
    breaks: "a central has a stored password sent by a pod of another type",
    file: ASTRAY,
    search: "way.type !== before.type || ",
    replace: "",
    tests: judged,
  },
  {
    breaks: "a central takes TLS, or the look at the certificate, from a stored password",
    file: ASTRAY,
    search: " || way.guard < before.guard",
    replace: "",
    tests: judged,
  },
  {
    breaks: "a central has a stored password sent to whoever has a certificate of its own authority",
    file: ASTRAY,
    search: "return before.guard < 2 || way.ca === before.ca;",
    replace: "return true;",
    tests: judged,
  },
  {
    breaks: "a central has a pod that runs elsewhere handed any stored password",
    file: ASTRAY,
    search: 'internal ? "" : id',
    replace: '""',
    tests: judged,
  },
  {
    breaks: "a central has stored secrets of channels sent to any server",
    file: ASTRAY,
    search: ".flatMap(({ config }) => secretsIn(config, ofChannel)),",
    replace: ".flatMap(() => []),",
    tests: judged,
  },
  {
    breaks: "a central has a token that was fetched with the stored secret sent to any server",
    file: "packages/pods/src/http-out/about.ts",
    search: 'to: auth === "oauth2" ? [token_url] : [],',
    replace: "",
    tests: judged,
  },
  {
    breaks: "a central has a stored password shown to who listens, by another way to sign in",
    file: "packages/pods/src/http-out/about.ts",
    search: 'proven: auth === "digest" ? ["password"] : [],',
    replace: "",
    tests: judged,
  },
  {
    breaks: "a central has the stored password of a chat account sent to another server",
    file: "packages/pods/src/chat/about.ts",
    search: "to: [service, url, user] }",
    replace: "to: [service] }",
    tests: judged,
  },
  {
    breaks: "a connection is tried with a stored password at a server of the central",
    file: "packages/pods/src/connection.ts",
    search: "if (astray) return { astray };",
    replace: "",
    tests: connected,
  },
  {
    breaks: "a project by which a secret goes astray is taken over",
    file: "apps/appliance/src/areas/project/prepare.ts",
    search: "if (upload.kept && result.astray?.length) throw upload.kept.refused(result.astray);",
    replace: "",
    tests: ["apps/appliance/src/areas/project/upload.test.ts"],
  },
  {
    breaks: "people of a central publish as those at the device",
    file: `${DRAFTS}/service.ts`,
    search: 'if (typist !== undefined && action === "publish")',
    replace: "if (false)",
    tests: published,
  },
  {
    breaks: "people of a central try connections as those at the device",
    file: `${DRAFTS}/service.ts`,
    search: "const kept = typist === undefined ? undefined : ",
    replace: "const kept = true ? undefined : ",
    tests: published,
  },
  {
    breaks: "what anybody typed counts as typed by who publishes",
    file: `${DRAFTS}/draft-file.ts`,
    search: "this.#typed.get(ref) === typist",
    replace: "true",
    tests: [`${DRAFTS}/shelf.test.ts`],
  },
  {
    breaks: "stored secrets are kept from nobody",
    file: `${DRAFTS}/kept-secrets.ts`,
    search: 'session?.who.kind === "central"',
    replace: 'session?.who.kind === "panel"',
    tests: [`${DRAFTS}/kept-secrets.test.ts`],
  },
];
