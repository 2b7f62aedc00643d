const REGISTER = "apps/central/src/register";
const PEOPLE = `${REGISTER}/people.ts`;
const ACCOUNT = `${REGISTER}/account.ts`;
const OF_PEOPLE = [`${REGISTER}/people.test.ts`];
const SESSIONS = `${REGISTER}/sessions.ts`;
const OF_SESSIONS = [`${REGISTER}/sessions.test.ts`];
const FIRST = `${REGISTER}/first-token.ts`;
const OF_FIRST = [`${REGISTER}/first-token.test.ts`];
const SIGN_IN = "apps/central/src/people/sign-in.ts";
const OF_SIGN_IN = ["apps/central/src/people/sign-in.test.ts"];
const BRAKES = "packages/core/src/sign-in/brakes.ts";
const ASKER = "apps/central/src/http/asker.ts";
const EDGE = "apps/central/src/http/edge.ts";
const OF_EDGE = ["apps/central/src/http/edge.test.ts"];

/** What protects who may sign in at the central. @type {import("./index.mjs").Mutant[]} */
export const centralPeople = [
  {
    breaks: "the last one who manages a central is removed",
    file: PEOPLE,
    search: "if (someManages(before.all, before.demand) && !someManages(after.all, after.demand))",
    replace: "if (before.all.length === 0 && after)",
    tests: OF_PEOPLE,
  },
  {
    breaks: "who is only invited counts as one who manages a central",
    file: ACCOUNT,
    search: "(one.token !== undefined || (one.password !== undefined && ",
    replace: '(one.token !== "" || (one.password !== undefined && ',
    tests: OF_PEOPLE,
  },
  {
    breaks: "people of a central remove and demote themselves",
    file: PEOPLE,
    search: "if (id === by) throw",
    replace: 'if (by === "") throw',
    tests: OF_PEOPLE,
  },
  {
    breaks: "a link of a central is good for longer because the clock was set back",
    file: PEOPLE,
    search: " AND link_until <= $5 RETURNING id",
    replace: " RETURNING id",
    tests: OF_PEOPLE,
  },
  {
    breaks: "a link of a central is good for ever",
    file: PEOPLE,
    search: "WHERE link = $1 AND link_until > $4 AND",
    replace: "WHERE link = $1 AND",
    tests: OF_PEOPLE,
  },
  {
    breaks: "a reset password of a central still signs in",
    file: PEOPLE,
    search: "SET password = NULL, link = $2",
    replace: "SET link = $2",
    tests: OF_PEOPLE,
  },
  {
    breaks: "another level leaves the sessions of a person as they are",
    file: PEOPLE,
    search: '"UPDATE people SET level = $2, stamp = $3 WHERE id = $1"',
    replace: '"UPDATE people SET level = $2 WHERE id = $1"',
    tests: OF_SESSIONS,
  },
  {
    breaks: "a password is set for an account that was reset meanwhile",
    file: PEOPLE,
    search: "WHERE id = $1 AND stamp = $4",
    replace: "WHERE id = $1",
    tests: OF_PEOPLE,
  },
  {
    breaks: "who was removed while the database was lost stays in",
    file: PEOPLE,
    search: "      this.#stale = true;\n",
    replace: "",
    tests: OF_PEOPLE,
  },
  {
    breaks: "two people of a central have names that look alike",
    file: PEOPLE,
    search: "if (all.some((one) => plainName(one.name) === plainName(name)))",
    replace: "if (all.some((one) => one.name === name))",
    tests: OF_PEOPLE,
  },
  {
    breaks: "a session of a central ends by no idle time",
    file: SESSIONS,
    search: "if (now - live.last >= LIMITS.tokenIdle || now",
    replace: "if (now",
    tests: OF_SESSIONS,
  },
  {
    breaks: "a session of a central that is used lasts for ever",
    file: SESSIONS,
    search: "|| now - live.since >= FLEET_LIMITS.sessionLongest)",
    replace: "|| now < live.since)",
    tests: OF_SESSIONS,
  },
  {
    breaks: "a session of a central outlives the password it began with",
    file: SESSIONS,
    search: "return account && holds(account, live.stamp) ? account : undefined;",
    replace: "return account;",
    tests: OF_SESSIONS,
  },
  {
    breaks: "a session begins for what a person has no longer",
    file: SESSIONS,
    search: "if (rows.length === 0) throw",
    replace: "if (rows.length > 1) throw",
    tests: OF_SESSIONS,
  },
  {
    breaks: "who signs out while the database is away stays in",
    file: SESSIONS,
    search: "    this.#live.delete(hash);\n    await this.#parts.database\n",
    replace: "    await this.#parts.database\n",
    tests: OF_SESSIONS,
  },
  {
    breaks: "sessions of one person push out those of others",
    file: SESSIONS,
    search: "...own.slice(MOST_OF_A_PERSON), ",
    replace: "",
    tests: OF_SESSIONS,
  },
  {
    breaks: "a first token lies in the database before anybody can read it",
    file: FIRST,
    search: `  await writeFileAtomic(file, \`\${token}\\n\`);
  return await people.addFirst(token);`,
    replace: `  const name = await people.addFirst(token);
  await writeFileAtomic(file, \`\${token}\\n\`);
  return name;`,
    tests: OF_FIRST,
  },
  {
    breaks: "a token of who may only look counts as the way back in",
    file: FIRST,
    search: 'return account && includes(account.level, "admin") ? account.name : undefined;',
    replace: "return account?.name;",
    tests: OF_FIRST,
  },
  {
    breaks: "every start of a central makes another administrator",
    file: FIRST,
    search: "  await rm(asked, { force: true });\n",
    replace: "",
    tests: OF_FIRST,
  },
  {
    breaks: "a name that there is not is told by the time of the answer",
    file: SIGN_IN,
    search: "const right = await this.#hasher.verify(account?.password ?? DECOY, pwd);",
    replace:
      "const right = account?.password !== undefined && (await this.#hasher.verify(account.password, pwd));",
    tests: OF_SIGN_IN,
  },
  {
    breaks: "a burst of passwords slips past the brakes of a central",
    file: SIGN_IN,
    search: "    const task = async () => {\n      this.#brakes.refuse(attempting);\n",
    replace: "    const task = async () => {\n",
    tests: OF_SIGN_IN,
  },
  {
    breaks: "one's own password is changed without the present one",
    file: SIGN_IN,
    search: "if (account.password !== undefined) await this.#confirm(account, old, address, WRONG_OLD);",
    replace: "if (account.password !== undefined) void old;",
    tests: OF_SIGN_IN,
  },
  {
    breaks: "guessing at the present password is not braked",
    file: SIGN_IN,
    search: "    this.#named.failed(name);\n    throw wrong();",
    replace: "    throw wrong();",
    tests: OF_SIGN_IN,
  },
  {
    breaks: "an old session without a password sets the first one",
    file: SIGN_IN,
    search: "else if (session.age >= FLEET_LIMITS.firstPassword) throw",
    replace: "else if (session.age < 0) throw",
    tests: OF_SIGN_IN,
  },
  {
    breaks: "after a restart guessing from elsewhere keeps a person out",
    file: SIGN_IN,
    search: 'if (address !== "") this.#brakes.recall({ address, brake: brakeOfName(name) });',
    replace: "void [address, name];",
    tests: OF_SIGN_IN,
  },
  {
    breaks: "many addresses together guess at a name as fast as they like",
    file: BRAKES,
    search: "    if (this.#everywhere) refuseIfLocked(this.#everywhere, who.brake);\n",
    replace: "",
    tests: OF_SIGN_IN,
  },
  {
    breaks: "a page of somebody else uses the cookie of a session",
    file: ASKER,
    search: "if (!fromHere || !ours) throw",
    replace: 'if (fromHere === ours && host === "") throw',
    tests: OF_EDGE,
  },
  {
    breaks: "another port of the same machine counts as the page of a central",
    file: ASKER,
    search: "new URL(origin).origin === `https://${host}`",
    replace: 'new URL(origin).hostname === host?.split(":")[0]',
    tests: OF_EDGE,
  },
  {
    breaks: "a change without an origin uses the cookie of a session",
    file: ASKER,
    search: 'if (session && method !== "GET" && headers.origin === undefined)',
    replace: 'if (session && method === "")',
    tests: OF_EDGE,
  },
  {
    breaks: "beside a wrong token the cookie of a session counts",
    file: ASKER,
    search: "return account && { account, session: undefined };",
    replace: "if (account) return { account, session: undefined };",
    tests: OF_EDGE,
  },
  {
    breaks: "scripts read the cookie of a session",
    file: ASKER,
    search: '"Path=/; HttpOnly; Secure; SameSite=Strict"',
    replace: '"Path=/; Secure; SameSite=Strict"',
    tests: OF_EDGE,
  },
  {
    breaks: "a session begins of which the change log knows nothing",
    file: EDGE,
    search: "if (secret === undefined) void reply",
    replace: "void reply",
    tests: OF_EDGE,
  },
  {
    breaks: "what is refused again and again fills the change log of a central",
    file: EDGE,
    search: "if (code === CODES.tooManyRequests || (",
    replace: "if ((",
    tests: OF_EDGE,
  },
  {
    breaks: "tokens and links of a central are guessed by signing in",
    file: EDGE,
    search: 'if (spec.access === "public" && guessed && !UNBRAKED.has(name)) brake.failed(request.ip);',
    replace: "void guessed;",
    tests: OF_EDGE,
  },
  {
    breaks: "a page whose session is over locks its address out",
    file: EDGE,
    search: "if (!asker && givesToken(request)) {",
    replace: "if (request.ip) {",
    tests: OF_EDGE,
  },
  {
    breaks: "the session of before is left behind by a new sign-in",
    file: "apps/central/src/people/handlers.ts",
    search: "if (before) await sessions.end(before.hash);",
    replace: "void [sessions, before];",
    tests: OF_EDGE,
  },
  {
    breaks: "a password that was typed as a name is in the change log",
    file: "apps/central/src/people/handlers.ts",
    search: 'note({}, people.named(body.name)?.name ?? "");',
    replace: "note({}, body.name);",
    tests: OF_EDGE,
  },
  {
    breaks: "a mistyped password signs the page of a central out",
    file: "apps/console/src/fleet/api.ts",
    search: ' && call.access !== "public") forgetSession();',
    replace: ") forgetSession();",
    tests: ["apps/console/src/fleet/api.test.ts"],
  },
  {
    breaks: "what one person of a central saw is there for the next",
    file: "apps/console/src/fleet/session.ts",
    search: "predicate: ({ queryKey }) => queryKey[0] !== SESSION[0]",
    replace: "predicate: ({ queryKey }) => queryKey[0] === undefined",
    tests: ["apps/console/src/fleet/api.test.ts"],
  },
  {
    breaks: "who is removed from a central while a body is on its way does what it says",
    file: EDGE,
    search: 'if (spec.access !== "public") demandRights(spec, request, asker);',
    replace: "",
    tests: ["apps/central/src/http/edge-people.test.ts"],
  },
  {
    breaks: "a stranger takes every connection of a central",
    file: "apps/central/src/http/connections.ts",
    search: "perCaller: 128",
    replace: "perCaller: 896",
    tests: ["apps/central/src/http/connections.test.ts"],
  },
  {
    breaks: "who is signed in at a central loses his connection to strangers",
    file: "apps/central/src/http/connections.ts",
    search: "places.signedIn(name);",
    replace: "",
    tests: ["apps/central/src/http/connections.test.ts"],
  },
];
