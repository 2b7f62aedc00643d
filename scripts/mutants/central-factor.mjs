const PEOPLE = "apps/central/src/register/people.ts";
const ACCOUNT = "apps/central/src/register/account.ts";
const FACTOR = "apps/central/src/people/second-factor.ts";
const SIGN_IN = "apps/central/src/people/sign-in.ts";
const OF_FACTOR = ["apps/central/src/people/second-factor.test.ts"];
const FAILURES = "apps/central/src/people/failure-table.ts";
const OF_FAILURES = ["apps/central/src/people/failure-table.test.ts"];
const RETENTION = "apps/central/src/register/audit-retention.ts";
const OF_RETENTION = ["apps/central/src/register/audit-retention.test.ts"];
const EDGE = "apps/central/src/http/edge.ts";
const OF_EDGE = ["apps/central/src/http/edge-people.test.ts"];
const CORE = "packages/core/src/sign-in/second-factor.ts";
const OF_CORE = ["packages/core/src/sign-in/second-factor.test.ts"];
const API = "apps/console/src/fleet/api.ts";
const OF_API = ["apps/console/src/fleet/api.test.ts"];

/** The second factor of people of a central, failed attempts, the age of its change log, and whose a page is. @type {import("./index.mjs").Mutant[]} */
export const centralFactor = [
  {
    breaks: "the second factor of a central is not asked for",
    file: SIGN_IN,
    search: "const recoveryLeft = await this.factor.pass(account, { otp, known }, () => {",
    replace:
      "const recoveryLeft = await this.factor.pass({ ...account, factor: undefined }, { otp, known }, () => {",
    tests: OF_FACTOR,
  },
  {
    breaks: "who has the password of a central lifts the lock on codes",
    file: SIGN_IN,
    search: "      const known = this.#brakes.knows(attempting);\n",
    replace:
      "      const known = this.#brakes.knows(attempting);\n      this.#brakes.succeeded(attempting);\n",
    tests: OF_FACTOR,
  },
  {
    breaks: "wrong codes at a central are not counted against who sends them",
    file: SIGN_IN,
    search: "        this.#brakes.failed(attempting);\n        log.warn(factorTexts",
    replace: "        log.warn(factorTexts",
    tests: OF_FACTOR,
  },
  {
    breaks: "codes of a central are guessed from many addresses",
    file: FACTOR,
    search: "    this.#brake.failed(brakeOf(account));\n",
    replace: "",
    tests: OF_FACTOR,
  },
  {
    breaks: "where a level of a central needs a second factor the password alone opens",
    file: FACTOR,
    search: "if (this.#parts.people.lacksFactor(account))",
    replace: "if (account.id === '')",
    tests: OF_FACTOR,
  },
  {
    breaks: "a code lets in although the database has not used it up",
    file: FACTOR,
    search: "return used && (await people.useFactor(account.id, stored, used)) ? used : undefined;",
    replace:
      "void people.useFactor(account.id, stored, used ?? { step: 0 }).catch(() => undefined);\n    return used;",
    tests: OF_FACTOR,
  },
  {
    breaks: "two who send the same code of a central are both let in",
    file: PEOPLE,
    search: " AND factor = $3 AND ${column} = $4`",
    replace: " AND factor = $3`",
    tests: OF_FACTOR,
  },
  {
    breaks: "a code of a second factor that was taken away is used",
    file: PEOPLE,
    search: " AND factor = $3 AND ${column} = $4`",
    replace: " AND ${column} = $4`",
    tests: OF_FACTOR,
  },
  {
    breaks: "secrets of second factors lie in the database of a central as they are",
    file: FACTOR,
    search: "this.#parts.sealer.seal(id, told.secret)",
    replace: "told.secret",
    tests: OF_FACTOR,
  },
  {
    breaks: "a secret of a central is confirmed by another session",
    file: CORE,
    search: "pending?.to === to && ",
    replace: "pending && ",
    tests: OF_FACTOR,
  },
  {
    breaks: "a link of a central opens without the code of the second factor",
    file: SIGN_IN,
    search: "if (account.factor) await this.factor.pass(account, { otp, known: false }, failed);",
    replace: "",
    tests: OF_FACTOR,
  },
  {
    breaks: "a second factor that a level of a central needs is switched off",
    file: PEOPLE,
    search: "if (!factor && levelsOf(",
    replace: "if (factor && levelsOf(",
    tests: OF_FACTOR,
  },
  {
    breaks: "the second factor of a central is switched off by the password alone",
    file: SIGN_IN,
    search: "    await this.factor.confirm(account, otp, failed);\n",
    replace: "",
    tests: OF_FACTOR,
  },
  {
    breaks: "an administrator of a central takes away the own second factor without a code",
    file: PEOPLE,
    search: "    demandOther(id, by);\n    return await this.#edit(id, async (client, { factor }) => {",
    replace: "    return await this.#edit(id, async (client, { factor }) => {",
    tests: OF_FACTOR,
  },
  {
    breaks: "sessions outlive the second factor that was taken away",
    file: PEOPLE,
    search:
      '      await client.query("UPDATE people SET stamp = $2 WHERE id = $1", [id, newStamp()]);\n      await putFactor(client, id, undefined);',
    replace: "      await putFactor(client, id, undefined);",
    tests: OF_FACTOR,
  },
  {
    breaks: "who demands a second factor shuts himself out",
    file: PEOPLE,
    search: "if (out.some(({ id }) => id === by))",
    replace: 'if (by === "")',
    tests: OF_FACTOR,
  },
  {
    breaks: "who has no second factor stays in where one is demanded",
    file: PEOPLE,
    search: "      for (const { id } of out)\n",
    replace: "      for (const { id } of out.slice(out.length))\n",
    tests: OF_FACTOR,
  },
  {
    breaks: "an administrator of a central who is not let in counts as one who is",
    file: ACCOUNT,
    search: "(one.password !== undefined && !lacksFactor(one, demand))",
    replace: "(one.password !== undefined && demand.length >= 0)",
    tests: OF_FACTOR,
  },
  {
    breaks: "recovery codes of a hub and a central open twice",
    file: CORE,
    search:
      "const left = recovery.filter((one) => one !== hash);\n    return left.length === recovery.length ? undefined : { recovery: left };",
    replace:
      "const left = recovery.filter((one) => one !== hash);\n    return left.length === recovery.length ? undefined : { recovery };",
    tests: OF_CORE,
  },
  {
    breaks: "a restart of a central lets guess anew",
    file: FAILURES,
    search: "    this.#unwritten.add(name);\n    for (const oldest",
    replace: "    for (const oldest",
    tests: OF_FAILURES,
  },
  {
    breaks: "what the database of a central did not take of failures is lost",
    file: FAILURES,
    search: "for (const name of names) if (this.#rows.has(name)) this.#unwritten.add(name);",
    replace: "void names;",
    tests: OF_FAILURES,
  },
  {
    breaks: "failures of a central fill its database",
    file: FAILURES,
    search: "if (this.#stored.has(name)) this.#gone.add(name);",
    replace: "void this.#stored;",
    tests: OF_FAILURES,
  },
  {
    breaks: "entries of the change log of a central go in silence",
    file: RETENTION,
    search: "        await insertEntry((...given) => client.query(...given), entry, clock.now());\n",
    replace: "        void [entry, clock, insertEntry];\n",
    tests: OF_RETENTION,
  },
  {
    breaks: "entries of a central go for whatever the clock says",
    file: RETENTION,
    search: "if (bound !== undefined) await this.#remove",
    replace: "if (oldest) await this.#remove",
    tests: OF_RETENTION,
  },
  {
    breaks: "a page goes on in the name of who signed in since",
    file: EDGE,
    search: "if (asker.session && opened !== undefined && opened !== asker.account.id)",
    replace: "if (asker.session && opened === asker.account.stamp)",
    tests: OF_EDGE,
  },
  {
    breaks: "a page of a central does not say who opened it",
    file: API,
    search: 'call.access === "public" ? undefined : openedBy()',
    replace: 'call.access === "public" ? openedBy() : undefined',
    tests: OF_API,
  },
  {
    breaks: "a page of a central passes to who signed in since",
    file: "apps/console/src/fleet/session.ts",
    search: "told.me.id !== before.me.id) return",
    replace: 'told.me.id === "") return',
    tests: OF_API,
  },
  {
    breaks: "a page that is refused does not say that somebody else is in",
    file: API,
    search: 'if (told["code"] === CODES.otherPerson) noteOther(String(told["name"]));',
    replace: "void noteOther;",
    tests: OF_API,
  },
];
