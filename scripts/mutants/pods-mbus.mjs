const MBUS = "packages/pods/src/mbus";
const OF_LINE = [`${MBUS}/line.test.ts`];
const OF_LINK = [`${MBUS}/link.test.ts`];
const OF_FRAMES = [`${MBUS}/wire/hostile.test.ts`, `${MBUS}/wire/recorded.test.ts`];
const OF_NUMBERS = [`${MBUS}/wire/numbers.test.ts`];
const OF_PICK = [`${MBUS}/pick.test.ts`];
const OF_SCHEMA = [`${MBUS}/schema.test.ts`];

/** @type {import("./index.mjs").Mutant[]} */
export const podsMbus = [
  {
    breaks: "a damaged answer of a meter is read",
    file: `${MBUS}/wire/frame.ts`,
    search: "if (bytes[4 + length] !== sumOf(body) || bytes[5 + length] !== STOP)",
    replace: "if (bytes[5 + length] !== STOP)",
    tests: OF_LINK,
  },
  {
    breaks: "noise that looks like the beginning of a frame hides the answer behind it",
    file: `${MBUS}/wire/frame.ts`,
    search: "    while (this.#bytes.length > 0) {\n      this.#skip();",
    replace: "    while (this.#bytes.length > 300) {\n      this.#skip();",
    tests: OF_FRAMES,
  },
  {
    breaks: "the answer of another meter is taken",
    file: `${MBUS}/link.ts`,
    search: "if (from(found.address)) return true;",
    replace: "if (found.address >= 0) return true;",
    tests: OF_LINK,
  },
  {
    breaks: "what a converter returns counts as another master",
    file: `${MBUS}/link.ts`,
    search: "if (!this.#isEcho(frame)) this.#options.otherMaster();",
    replace: "this.#options.otherMaster();",
    tests: OF_LINK,
  },
  {
    breaks: "a selected meter is believed to be the one that was meant",
    file: `${MBUS}/reading.ts`,
    search: "!isSelectedBy(found.header.meter, ref.mask)",
    replace: "ref.mask.id === found.header.meter.manufacturer",
    tests: OF_LINK,
  },
  {
    breaks: "two answers at once make a meter that is not there",
    file: `${MBUS}/search.ts`,
    search: 'if (own.kind === "secondary") await selectTwice(link, own);',
    replace: 'if (own.kind === "primary") return reading;',
    tests: OF_LINE,
  },
  {
    breaks: "dead meters take the line from those that answer",
    file: `${MBUS}/polls.ts`,
    search: "return now >= this.#doubtedFrom ? doubted : sound;",
    replace: "return doubted;",
    tests: OF_LINE,
  },
  {
    breaks: "a meter that says it was asked too often is asked on",
    file: `${MBUS}/polls.ts`,
    search: "if (tooOften) meter.due = Math.max(meter.due, now + meter.spared.next());",
    replace: "",
    tests: OF_LINE,
  },
  {
    breaks: "a search starves the readings that are due",
    file: `${MBUS}/line.ts`,
    search: "if (search && !(due && this.#searchLast)) {",
    replace: "if (search) {",
    tests: OF_LINE,
  },
  {
    breaks: "error digits of a meter are a number",
    file: `${MBUS}/wire/numbers.ts`,
    search: "if (!/^\\d+$/.test(rest)) return undefined;",
    replace: 'if (rest === "") return undefined;\n  if (!/^\\d+$/.test(rest)) return 0n;',
    tests: OF_NUMBERS,
  },
  {
    breaks: "a time that the meter does not stand by is shown",
    file: `${MBUS}/wire/numbers.ts`,
    search: "return invalid(bytes, 0) || date === undefined",
    replace: "return date === undefined",
    tests: OF_NUMBERS,
  },
  {
    breaks: "a small number of a meter is none",
    file: `${MBUS}/wire/numbers.ts`,
    search: 'String(value).split("e")',
    replace: "[String(value)]",
    tests: OF_PICK,
  },
  {
    breaks: "values of a meter with an error count as good",
    file: `${MBUS}/pick.ts`,
    search: "statusOf(status).doubtful ? 1 : 0",
    replace: "statusOf(status).doubtful ? 0 : 0",
    tests: OF_PICK,
  },
  {
    breaks: "a record of another quantity is taken for its number",
    file: `${MBUS}/pick.ts`,
    search: "(wanted.quantity ?? record.quantity) !== record.quantity",
    replace: 'record.quantity === ""',
    tests: OF_PICK,
  },
  {
    breaks: "254 is asked where several meters are",
    file: `${MBUS}/schema.ts`,
    search: 'if (!alone) report("meter", texts.everyMeter',
    replace: 'if (others.length < 0) report("meter", texts.everyMeter',
    tests: OF_SCHEMA,
  },
  {
    breaks: "one telegram of a meter that cannot be read takes the values of all others with it",
    file: "packages/pods/src/mbus/reading.ts",
    search: "if (!partly || !first ||",
    replace: "if (partly || !first ||",
    tests: ["packages/pods/src/mbus/telegrams.test.ts"],
  },
  {
    breaks: "a telegram of a meter that got lost is missing until the next reading, maybe a day",
    file: "packages/pods/src/mbus/polls.ts",
    search: "if (reading.cut) meter.due",
    replace: "if (meter.broke) meter.due",
    tests: ["packages/pods/src/mbus/telegrams.test.ts"],
  },
  {
    breaks: "values of a telegram that got lost are taken for denied",
    file: "packages/pods/src/mbus/values.ts",
    search: "if (!record && cut) {",
    replace: "if (!cut && cut) {",
    tests: ["packages/pods/src/mbus/telegrams.test.ts"],
  },
  {
    breaks: "a meter that was asked too often is pressed for the rest",
    file: "packages/pods/src/mbus/reading.ts",
    search: " || (error instanceof MbusRefused && error.tooOften)",
    replace: "",
    tests: ["packages/pods/src/mbus/telegrams.test.ts"],
  },
];
