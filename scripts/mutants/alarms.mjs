const ENGINE = "packages/alarms/src/engine.ts";
const OF_ENGINE = ["packages/alarms/src/engine.test.ts"];
const TELLER = "packages/alarms/src/teller.ts";
const OF_TELLER = ["packages/alarms/src/teller.test.ts"];
const STATES = "packages/alarms/src/states.ts";
const OF_STATES = ["packages/alarms/src/states.test.ts"];

/** @type {import("./index.mjs").Mutant[]} */
export const alarms = [
  {
    breaks: "an alarm that went before anybody acknowledged it is forgotten",
    file: STATES,
    search: 'off: ({ latch }) => (latch ? "latchedUnacked" : "returned")',
    replace: 'off: ({ latch }) => (latch ? "latchedUnacked" : "normal")',
    tests: OF_STATES,
  },
  {
    breaks: "an alarm that comes again stays acknowledged",
    file: STATES,
    search: "latchedAcked: { on: come,",
    replace: 'latchedAcked: { on: () => "acked",',
    tests: OF_STATES,
  },
  {
    breaks: "a latched alarm is reset before somebody acknowledged it",
    file: STATES,
    search: 'reset: () => "latchedUnacked"',
    replace: 'reset: () => "normal"',
    tests: OF_STATES,
  },
  {
    breaks: "nobody acknowledges the end where that is asked for",
    file: STATES,
    search: 'ack === "both" ? "returned" : "normal"',
    replace: 'ack === "none" ? "returned" : "normal"',
    tests: OF_STATES,
  },
  {
    breaks: "a reset ends an alarm that stands",
    file: STATES,
    search: 'reset: () => "acked"',
    replace: 'reset: () => "normal"',
    tests: OF_STATES,
  },
  {
    breaks: "an uncertain value raises and ends alarms",
    file: "packages/alarms/src/condition.ts",
    search: "if (quality !== 0) return undefined;",
    replace: "if (quality === 2) return undefined;",
    tests: ["packages/alarms/src/condition.test.ts"],
  },
  {
    breaks: "what a dead connection made is told at once when it is back",
    file: ENGINE,
    search: "return explains || this.#entries.get(parent)?.cancelGlow ?",
    replace: "return explains ?",
    tests: OF_ENGINE,
  },
  {
    breaks: "alarms of which nobody heard wait to be acknowledged",
    file: ENGINE,
    search: 'before.heard ? next(before.state, "off", mannerOf(alarm)) : "normal"',
    replace: 'next(before.state, "off", mannerOf(alarm))',
    tests: OF_ENGINE,
  },
  {
    breaks: "an alarm stays suppressed by what the project no longer has",
    file: ENGINE,
    search: 'if (suppressed?.by === "parent" ||',
    replace: 'if (suppressed?.by === "never" ||',
    tests: OF_ENGINE,
  },
  {
    breaks: "a clock set back makes shelves and maintenance endless",
    file: "packages/alarms/src/out.ts",
    search: "clock.monotonic() >= ends || clock.now() >= what.until",
    replace: "clock.now() >= what.until",
    tests: OF_ENGINE,
  },
  {
    breaks: "what somebody has by now is told all the same",
    file: TELLER,
    search: "if (before && needsNoWord(before, record)) this.#takeBack(before);",
    replace: "",
    tests: OF_TELLER,
  },
  {
    breaks: "a clock set back makes people wait for what they are to be told",
    file: TELLER,
    search: "this.#planStep(next, step, number);",
    replace: "this.#cancel(id);\n    this.#plan(next);",
    tests: OF_TELLER,
  },
  {
    breaks: "what something explains by now is told all the same",
    file: TELLER,
    search: 'return what === "over" || record?.nr !== nr || engine().audible(record);',
    replace: "return true;",
    tests: OF_TELLER,
  },
  {
    breaks: "what waits for a way that is gone waits for ever",
    file: TELLER,
    search: "for (const line of lines.all()) this.#giveUp(line, texts.noSuchWay);",
    replace: "",
    tests: OF_TELLER,
  },
  {
    breaks: "the same message is kept twice",
    file: "packages/pods/src/shared/notify/notifier.ts",
    search: "if (this.#taken.includes(key)) return;",
    replace: "",
    tests: ["packages/pods/src/shared/notify/notifier.test.ts"],
  },
];
