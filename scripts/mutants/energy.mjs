const COUNTER = "packages/energy/src/counter.ts";
const OF_COUNTER = ["packages/energy/src/counter.test.ts"];
const BOOK = "packages/energy/src/book.ts";
const OF_BOOK = ["packages/energy/src/book.test.ts"];
const EXCHANGE = "packages/energy/src/exchange.ts";
const OF_EXCHANGE = ["packages/energy/src/exchange.test.ts"];
const OF_SUMS = ["packages/energy/src/sums.test.ts"];
const MAIL = "apps/appliance/src/areas/energy/mail.ts";
const OF_MAIL = ["apps/appliance/src/areas/energy/mail.test.ts"];
const TABLES = ["packages/project/src/meter/meters.test.ts"];

/** @type {import("./index.mjs").Mutant[]} */
export const energy = [
  {
    breaks: "a counter that falls counts backwards",
    file: COUNTER,
    search: "return to.v >= from.v && to.v - from.v <= this.#most(from, to);",
    replace: "return to.v - from.v <= this.#most(from, to);",
    tests: OF_COUNTER,
  },
  {
    breaks: "what cannot have been consumed is counted",
    file: COUNTER,
    search: "return to.v >= from.v && to.v - from.v <= this.#most(from, to);",
    replace: "return to.v >= from.v;",
    tests: OF_COUNTER,
  },
  {
    breaks: "a late value is taken for a reset at once",
    file: COUNTER,
    search: "if (odd.count < BELIEVED_COUNT || now.t - odd.first.t < BELIEVED_AFTER)",
    replace: "if (odd.count < 1)",
    tests: OF_COUNTER,
  },
  {
    breaks: "a counter that fell counts what it shows, as if it had begun with 0",
    file: COUNTER,
    search: "if (resets && now.v < last.v && now.v >= 0)",
    replace: "if (now.v < last.v && now.v >= 0)",
    tests: OF_COUNTER,
  },
  {
    breaks: "what is guessed over hours is not marked",
    file: COUNTER,
    search: "doubtful || (amount !== 0 && length > QUARTER)",
    replace: "doubtful",
    tests: OF_COUNTER,
  },
  {
    breaks: "parts of an amount lose what is rounded",
    file: "packages/energy/src/spread.ts",
    search: "amount: sum - before",
    replace: "amount: share(amount, known, to - from)",
    tests: OF_SUMS,
  },
  {
    breaks: "a clock that is ahead for a moment books into another year",
    file: "packages/energy/src/steady-clock.ts",
    search: "if (monotonic - this.#other.since < BELIEVED_AFTER) return 0;",
    replace: "",
    tests: OF_BOOK,
  },
  {
    breaks: "an amount is spread over time that never was",
    file: BOOK,
    search: "entry.counter?.moved(moved);",
    replace: "",
    tests: OF_BOOK,
  },
  {
    breaks: "a power goes on over a standstill",
    file: "packages/energy/src/integral.ts",
    search: "if (at === undefined || rate === undefined || t - at > STALL) return [];",
    replace: "if (at === undefined || rate === undefined) return [];",
    tests: OF_BOOK,
  },
  {
    breaks: "a power goes on while the process was away",
    file: BOOK,
    search: "integral.lost();",
    replace: "",
    tests: OF_BOOK,
  },
  {
    breaks: "a value that the hub tells again is a reading",
    file: BOOK,
    search: "if (!counter || amount === undefined || row.data.ts === ts) return;",
    replace: "if (!counter || amount === undefined) return;",
    tests: OF_BOOK,
  },
  {
    breaks: "what a full disk refused is lost",
    file: BOOK,
    search: "      this.#trouble = texts.noRoom(errorText(error));\n      return;",
    replace: "      this.#trouble = texts.noRoom(errorText(error));",
    tests: OF_BOOK,
  },
  {
    breaks: "another source goes on from the last reading of the one before",
    file: BOOK,
    search: "delete data.counter;",
    replace: "",
    tests: OF_BOOK,
  },
  {
    breaks: "an exchange contradicts a reading that was seen",
    file: EXCHANGE,
    search: "if (end < from.v)",
    replace: "if (end < 0)",
    tests: OF_EXCHANGE,
  },
  {
    breaks: "an exchange takes out more than was counted",
    file: EXCHANGE,
    search: "if (amountAt(slot) >= tooMuch)",
    replace: "if (slot === middle)",
    tests: OF_EXCHANGE,
  },
  {
    breaks: "a process that is away is no trouble",
    file: "apps/hub/src/process-trouble.ts",
    search: "now - awaySince >= PATIENCE ? texts.off : undefined",
    replace: "now - awaySince >= PATIENCE ? undefined : undefined",
    tests: ["apps/hub/src/process-trouble.test.ts"],
  },
  {
    breaks: "a report is sent by a clock that is ahead for a moment",
    file: MAIL,
    search: "if (this.#seen?.what !== what) this.#seen = { what, since: mono };",
    replace: "this.#seen = { what, since: -Infinity };",
    tests: OF_MAIL,
  },
  {
    breaks: "a report that was sent early is never sent in time",
    file: "apps/appliance/src/areas/energy/mail-due.ts",
    search: "one.period === period && one.at <= now + SLACK",
    replace: "one.period === period",
    tests: OF_MAIL,
  },
  {
    breaks: "a restart sends a report to the same people again",
    file: MAIL,
    search: "if (this.#open(period)?.sent.includes(to)) continue;",
    replace: "",
    tests: OF_MAIL,
  },
  {
    breaks: "a month that is sent is sent again",
    file: MAIL,
    search: "!wasSent(state.done, due, now) &&",
    replace: "",
    tests: OF_MAIL,
  },
  {
    breaks: "a report that cannot be sent for a day is not told",
    file: MAIL,
    search: "open.find(({ failed }) => failed >= DAY)",
    replace: "open.find(({ failed }) => failed < 0)",
    tests: OF_MAIL,
  },
  {
    breaks: "half of a change is written",
    file: "packages/energy/src/store.ts",
    search: 'this.#db.exec("BEGIN IMMEDIATE");',
    replace: "",
    tests: ["packages/energy/src/store.test.ts"],
  },
  {
    breaks: "a price of today holds for what was consumed before",
    file: "packages/energy/src/sums.ts",
    search: "if (rate !== this.#rate || period !== this.#period) {",
    replace: "if (period !== this.#period) {",
    tests: OF_SUMS,
  },
  {
    breaks: "meters in a circle pass the check",
    file: "packages/project/src/meter/meters.ts",
    search: "for (const cycle of findCycles(edges)) {",
    replace: "for (const cycle of findCycles(new Map())) {",
    tests: TABLES,
  },
  {
    breaks: "units of other sizes add up",
    file: "packages/project/src/meter/meters.ts",
    search: "if (BASE_OF[above.unit].base !== BASE_OF[meter.unit].base ||",
    replace: "if (",
    tests: TABLES,
  },
];
