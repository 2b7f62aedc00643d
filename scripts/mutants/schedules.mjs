const HUB = "apps/hub/src/schedules/schedules.ts";
const OF_HUB = ["apps/hub/src/schedules/schedules.test.ts"];
const EVALUATE = "packages/schedule/src/evaluate.ts";
const OF_EVALUATE = ["packages/schedule/src/evaluate.test.ts"];
const DEVICE = "packages/schedule/src/device.ts";
const OF_DEVICE = ["packages/schedule/src/device.test.ts"];
const FAULTS = "packages/schedule/src/plan-faults.ts";
const DAYS = "apps/appliance/src/areas/schedules/ics/days.ts";
const OF_DAYS = ["apps/appliance/src/areas/schedules/ics/days.test.ts"];
const SOURCES = "apps/appliance/src/areas/schedules/ics/sources.ts";
const HUB_DAYS = "apps/appliance/src/areas/schedules/ics/hub-days.ts";
const OF_SOURCES = ["apps/appliance/src/areas/schedules/ics/sources.test.ts"];
const FETCH = "apps/appliance/src/areas/schedules/ics/fetch.ts";
const OF_FETCH = ["apps/appliance/src/areas/schedules/ics/fetch.test.ts"];
const EDITS = "apps/appliance/src/areas/schedules/edits.ts";
const OF_EDITS = ["apps/appliance/src/areas/schedules/edits.test.ts"];
const OF_USE = ["apps/appliance/src/areas/schedules/calendar-use.test.ts"];
const TABLES = ["packages/project/src/schedule/schedules.test.ts"];

/** @type {import("./index.mjs").Mutant[]} */
export const schedules = [
  {
    breaks: "nobody is told that an upload took away a calendar that a plan of the device goes by",
    file: "apps/appliance/src/areas/schedules/calendar-use.ts",
    search: "if (!known.has(id) && !gone.has(id)) gone.set(id, chan)",
    replace: "if (known.has(id) && !gone.has(id)) gone.set(id, chan)",
    tests: ["apps/appliance/src/areas/schedules/calendar-use.test.ts"],
  },
  {
    breaks: "schedules trust their timer until the next edge",
    file: HUB,
    search: "Math.min(most, next - now)",
    replace: "Math.max(most, next - now)",
    tests: OF_HUB,
  },
  {
    breaks: "schedules keep the zone that they began with",
    file: HUB,
    search: "if (this.#zone !== before) this.#around = undefined;",
    replace: "",
    tests: OF_HUB,
  },
  {
    breaks: "schedules say every minute what they said before",
    file: HUB,
    search: "if (!known) this.#options.update",
    replace: "this.#options.update",
    tests: OF_HUB,
  },
  {
    breaks: "schedules outlive their project",
    file: HUB,
    search: "    this.#cancel?.();\n    this.#cancel = undefined;\n    this.#entries = [];",
    replace: "    this.#cancel = undefined;",
    tests: OF_HUB,
  },
  {
    breaks: "a zone that is not known ends the schedules",
    file: HUB,
    search: "return new Surroundings({ zone: FALLBACK, calendars, place });",
    replace: "throw error;",
    tests: OF_HUB,
  },
  {
    breaks: "what holds before an exception goes on within it",
    file: EVALUATE,
    search: "} else if (layer !== undefined) break;",
    replace: "}",
    tests: OF_EVALUATE,
  },
  {
    breaks: "times that fall together count in no order",
    file: EVALUATE,
    search: "a.at - b.at || a.minute - b.minute ||",
    replace: "a.at - b.at || b.minute - a.minute ||",
    tests: OF_EVALUATE,
  },
  {
    breaks: "a time that a day has twice is its second",
    file: "packages/schedule/src/zone.ts",
    search: "if (early + this.offsetAt(early) === wall) return early;",
    replace: "",
    tests: OF_EVALUATE,
  },
  {
    breaks: "schedules without end",
    file: "packages/project/src/schedule/schedules.ts",
    search: "draft.schedules.size === SCHEDULES_MAX",
    replace: "draft.schedules.size < 0",
    tests: TABLES,
  },
  {
    breaks: "days of calendars without end",
    file: "packages/project/src/schedule/calendars.ts",
    search: "count === DATES_MAX + 1",
    replace: "count < 0",
    tests: TABLES,
  },
  {
    breaks: "two values for one time",
    file: "packages/project/src/schedule/times.ts",
    search: "else if (row.ok)\n      row.fail",
    replace: "else if (row.ok && false)\n      row.fail",
    tests: TABLES,
  },
  {
    breaks: "an override is dropped by a clock that is ahead",
    file: EDITS,
    search: "if (Buffer.byteLength(whole) <= MOST) return { schedules: all, text: whole };",
    replace: "",
    tests: OF_EDITS,
  },
  {
    breaks: "overrides that are over fill the file for good",
    file: EDITS,
    search: "if (!override || override.until > now) return",
    replace: "return",
    tests: OF_EDITS,
  },
  {
    breaks: "an override never ends",
    file: EVALUATE,
    search: "instant < override.until)",
    replace: "instant < Infinity)",
    tests: OF_DEVICE,
  },
  {
    breaks: "an override holds in the years before it",
    file: EVALUATE,
    search: "instant >= override.from - SLACK &&",
    replace: "",
    tests: OF_DEVICE,
  },
  {
    breaks: "calendars that do not count for now count",
    file: EVALUATE,
    search: "ignored?.includes(id) !== true &&",
    replace: "",
    tests: OF_DEVICE,
  },
  {
    breaks: "a changed plan that does not fit its schedule any more runs",
    file: DEVICE,
    search: "planFaults(plan, schedule.type).length === 0",
    replace: "plan !== undefined",
    tests: OF_DEVICE,
  },
  {
    breaks: "an override of another type holds",
    file: DEVICE,
    search: "override && valueFits(override.value, schedule.type)",
    replace: "override",
    tests: OF_DEVICE,
  },
  {
    breaks: "a plan names calendars that there are not",
    file: FAULTS,
    search: "if (unknown !== undefined) add(field",
    replace: "if (false) add(field",
    tests: OF_DEVICE,
  },
  {
    breaks: "a change of a plan starts the schedules of a project that ended",
    file: HUB,
    search: "    this.#entries = [];\n    this.#table = undefined;",
    replace: "    this.#entries = [];",
    tests: OF_HUB,
  },
  {
    breaks: "what recurs every second is expanded",
    file: DAYS,
    search: 'if (rules.some(({ freq }) => OFTEN.has(freq))) throw new Error("more often than daily");',
    replace: "",
    tests: OF_DAYS,
  },
  {
    breaks: "occurrences are not counted",
    file: DAYS,
    search: "this.#steps += 1;",
    replace: "",
    tests: OF_DAYS,
  },
  {
    breaks: "a calendar has more days than the hub can look up",
    file: DAYS,
    search: "merged.slice(0, RANGES_MAX)",
    replace: "merged",
    tests: OF_DAYS,
  },
  {
    breaks: "what could not be read takes the place of the last good calendar",
    file: HUB_DAYS,
    search:
      "      const days = await this.#options.read(trial, await this.#window());\n      await writeFileAtomic(file, content);",
    replace:
      "      await writeFileAtomic(file, content);\n      const days = await this.#options.read(trial, await this.#window());",
    tests: OF_SOURCES,
  },
  {
    breaks: "a server that fails is asked every minute",
    file: "apps/appliance/src/areas/schedules/ics/stored.ts",
    search: "failures > 0",
    replace: "failures < 0",
    tests: OF_SOURCES,
  },
  {
    breaks: "a full disk is said to be the fault of an uploaded calendar",
    file: SOURCES,
    search: "        if (isDiskFull(error)) throw error;\n",
    replace: "",
    tests: OF_SOURCES,
  },
  {
    breaks: "what an address gives counts though the calendar has another by then",
    file: SOURCES,
    search: "if (!now || stopped.aborted)",
    replace: "if (!now)",
    tests: OF_SOURCES,
  },
  {
    breaks: "a calendar that was removed is still waited for",
    file: SOURCES,
    search: "      this.#requests.stop(key);\n      await this.#days.remove(",
    replace: "      await this.#days.remove(",
    tests: OF_SOURCES,
  },
  {
    breaks: "a server is asked for one calendar several times at once",
    file: "apps/appliance/src/areas/schedules/ics/requests.ts",
    search: "if (running) return running.answer;",
    replace: "",
    tests: OF_SOURCES,
  },
  {
    breaks: "a calendar that plans go by gets another name",
    file: SOURCES,
    search: "before === undefined || before === after ? act()",
    replace: "after !== undefined ? act()",
    tests: OF_USE,
  },
  {
    breaks: "a plan is saved while its calendar is removed",
    file: "apps/appliance/src/areas/schedules/calendar-use.ts",
    search: "await edits.hold(async () => {",
    replace: "await (async (act) => act())(async () => {",
    tests: OF_USE,
  },
  {
    breaks: "a plan goes by a calendar that was removed while it waited",
    file: "apps/appliance/src/areas/schedules/editor.ts",
    search: "calendars: [...calendars.map(({ id }) => id), ...imported()],",
    replace: "",
    tests: OF_USE,
  },
  {
    breaks: "a redirection leads to this device",
    file: FETCH,
    search: "isInternal(bare, [])",
    replace: "false",
    tests: OF_FETCH,
  },
  {
    breaks: "a redirection gives encryption up",
    file: FETCH,
    search: 'if (from.protocol === "https:" && to.protocol === "http:")',
    replace: "if (false)",
    tests: OF_FETCH,
  },
  {
    breaks: "redirections never end",
    file: FETCH,
    search: "hop <= HOPS",
    replace: "hop <= 50",
    tests: OF_FETCH,
  },
  {
    breaks: "two changes at once lose one of them",
    file: EDITS,
    search: "await this.#queue.run(async () => {",
    replace: "await (async (act) => act())(async () => {",
    tests: OF_EDITS,
  },
  {
    breaks: "a plan with values of another type is restored",
    file: "packages/project/src/schedule/compiled-problem.ts",
    search: "some((value) => typeof value !== wanted)",
    replace: "some((value) => value === wanted)",
    tests: ["packages/project/src/compiled-shape.test.ts"],
  },
  {
    breaks: "a damaged list of calendars takes their days from the plant",
    file: SOURCES,
    search: "sources.#sources = found.damaged",
    replace: "sources.#sources = false",
    tests: OF_SOURCES,
  },
  {
    breaks: "a calendar whose file cannot be read at the start loses its days",
    file: HUB_DAYS,
    search: "this.#days.get(key) ?? this.#kept.get(key) ?? NO_DAYS",
    replace: "this.#days.get(key) ?? NO_DAYS",
    tests: OF_SOURCES,
  },
  {
    breaks: "nobody hears any more that it is not known where a calendar comes from",
    file: SOURCES,
    search: "this.#damaged || this.#sources.some(isLost)",
    replace: "this.#damaged",
    tests: OF_SOURCES,
  },
  {
    breaks: "a damaged file of calendars takes back what people changed of the schedules",
    file: "apps/hub/src/schedules/device-files.ts",
    search: "return before;",
    replace: "throw error;",
    tests: ["apps/hub/src/schedules/device-files.test.ts"],
  },
];
