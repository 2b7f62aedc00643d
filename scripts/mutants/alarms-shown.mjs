const SERVICE = "apps/appliance/src/areas/alarms/service.ts";
const OF_SERVICE = ["apps/appliance/src/areas/alarms/alarms.test.ts"];
const WATCH = "apps/appliance/src/areas/alarms/watch.ts";
const OF_WATCH = ["apps/appliance/src/areas/alarms/watch.test.ts"];

const OF_FORWARDED = ["apps/appliance/src/areas/forwarding/alarms.test.ts"];
const OF_HEARTBEAT = ["apps/appliance/src/areas/alarms/heartbeat.test.ts"];
const OF_LIVE_FEED = ["apps/appliance/src/areas/users/live/alarm-feed.test.ts"];
const OF_LIVE_ALARMS = ["apps/appliance/src/areas/users/live/alarms.test.ts"];
const OF_DIALOGS = ["apps/console/src/features/alarms/components/people-dialogs.test.tsx"];

/** @type {import("./index.mjs").Mutant[]} */
export const alarmsShown = [
  {
    breaks: "what a filter does not show is acknowledged as well",
    file: SERVICE,
    search: "isShown(alarm, all) && RIGHT_FOR[what](alarm)",
    replace: "RIGHT_FOR[what](alarm)",
    tests: OF_SERVICE,
  },
  {
    breaks: "a history that cannot be read is a file that breaks off",
    file: "apps/appliance/src/areas/alarms/routes.ts",
    search: "await withFirst(service.lines(query, keptTo(session)));",
    replace: "service.lines(query, keptTo(session));",
    tests: OF_SERVICE,
  },
  {
    breaks: "trouble with the alarms is kept from the page",
    file: SERVICE,
    search: 'trouble !== undefined ? "unsure"',
    replace: 'trouble === null ? "unsure"',
    tests: OF_SERVICE,
  },
  {
    breaks: "figures over any time are reckoned",
    file: SERVICE,
    search: "if (to - from > LONGEST_FIGURES) throw",
    replace: "if (to < 0) throw",
    tests: OF_SERVICE,
  },
  {
    breaks: "a change after which the counts are the same is not told",
    file: WATCH,
    search: "this.#changes += 1;",
    replace: "",
    tests: OF_WATCH,
  },
  {
    breaks: "suppressed alarms push the worst off the status page",
    file: WATCH,
    search: "worst: look.standing.filter((alarm) => isShown(alarm, {}))",
    replace: "worst: look.standing",
    tests: OF_WATCH,
  },
  {
    breaks: "the page says that all is well although nobody watches",
    file: "apps/console/src/features/alarms/components/alarm-gaps.tsx",
    search: "return sure ? (",
    replace: "return sure || !sure ? (",
    tests: ["apps/console/src/features/alarms/components/alarm-gaps.test.tsx"],
  },
  {
    breaks: "the header says that nothing is open although nobody knows",
    file: "apps/console/src/features/alarms/components/alarm-bell.tsx",
    search: 'const sure = head.state === "watching";',
    replace: "const sure = head !== undefined;",
    tests: ["apps/console/src/features/alarms/components/alarm-bell.test.tsx"],
  },
  {
    breaks: "a negative number is a text for spreadsheets",
    file: "apps/appliance/src/platform/csv-line.ts",
    search: " && !NEGATIVE.test(text)",
    replace: "",
    tests: OF_SERVICE,
  },
  {
    breaks: "a live user is told of alarms whose channel the role does not open",
    file: "apps/appliance/src/areas/users/live/alarm-feed.ts",
    search: "for (const subscriber of this.#subscribers) if (subscriber.mayRead(source)) give(subscriber);",
    replace: "for (const subscriber of this.#subscribers) give(subscriber);",
    tests: OF_LIVE_FEED,
  },
  {
    breaks: "what stands is shown to a live user whose role does not open its channel",
    file: "apps/appliance/src/areas/users/live/alarm-feed.ts",
    search: "if (!subscriber.mayRead(alarm.source)) continue;",
    replace: "",
    tests: OF_LIVE_FEED,
  },
  {
    breaks: "a live user hears which other alarm explains one",
    file: "apps/appliance/src/areas/users/live/alarm-feed.ts",
    search: 'why === undefined || kind === "suppressed"',
    replace: "why === undefined",
    tests: OF_LIVE_FEED,
  },
  {
    breaks: "a live user who may only read acknowledges",
    file: "apps/appliance/src/areas/users/live/alarms.ts",
    search: "!access.mayWrite(alarm.source)",
    replace: "!access.mayRead(alarm.source)",
    tests: OF_LIVE_ALARMS,
  },
  {
    breaks: "a live user learns that an alarm is there which the role does not open",
    file: "apps/appliance/src/areas/users/live/alarms.ts",
    search: "!alarm || !access.mayRead(alarm.source)",
    replace: "!alarm",
    tests: OF_LIVE_ALARMS,
  },
  {
    breaks: "transitions for a live reader who reads nothing fill the memory",
    file: "packages/live/src/outbox.ts",
    search: "if (this.#waiting.size <= this.#most) return;",
    replace: "return;",
    tests: ["packages/live/src/live.test.ts"],
  },
  {
    breaks: "a device whose hub hangs sends its sign of life",
    file: "apps/appliance/src/areas/alarms/heartbeat.ts",
    search: "if (why !== undefined) throw new Error(texts.heartbeat.unwell(why));",
    replace: "",
    tests: OF_HEARTBEAT,
  },
  {
    breaks: "a hub that said once that it is well counts as one that answers",
    file: "apps/appliance/src/areas/alarms/heartbeat-request.ts",
    search: 'const { state } = await hub.request("status", {}, { timeout: ANSWERS_WITHIN });',
    replace: 'const state: string = "running";',
    tests: OF_HEARTBEAT,
  },
  {
    breaks: "nobody hears that the sign of life is refused",
    file: "apps/appliance/src/areas/alarms/heartbeat.ts",
    search: "since <= MOST_MISSED * interval * MINUTE",
    replace: "since > 0",
    tests: OF_HEARTBEAT,
  },
  {
    breaks: "a sign of life that was refused waits for the next interval",
    file: "apps/appliance/src/areas/alarms/heartbeat.ts",
    search: "outcome.delivered ? interval * MINUTE : MINUTE",
    replace: "interval * MINUTE",
    tests: OF_HEARTBEAT,
  },
  {
    breaks: "after a sudden end the forwarding tells transitions from the beginning, or none",
    file: "apps/appliance/src/areas/forwarding/buffer.ts",
    search: "if (told !== undefined) this.#progress.told = told;",
    replace: "",
    tests: OF_FORWARDED,
  },
  {
    breaks: "transitions beyond those of one document are left out",
    file: "apps/appliance/src/areas/forwarding/alarms.ts",
    search: "told: events.at(-1)?.seq ?? last,",
    replace: "told: last,",
    tests: OF_FORWARDED,
  },
  {
    breaks: "what only a button changed in a dialog is given up unasked",
    file: "apps/console/src/components/action-dialog.tsx",
    search: "if (seen.current === values) return;",
    replace: "if (seen.current !== null) return;",
    tests: OF_DIALOGS,
  },
  {
    breaks: "a roster is saved over what somebody else stored",
    file: "apps/console/src/components/entry-dialog.tsx",
    search: "rival.send(mine, store))}",
    replace: "store(undefined))}",
    tests: OF_DIALOGS,
  },
  {
    breaks: "a person is back on the last day of the absence",
    file: "apps/console/src/features/alarms/model/person.ts",
    search: "from <= today && today <= to",
    replace: "from <= today && today < to",
    tests: ["apps/console/src/features/alarms/model/people-model.test.ts"],
  },
  {
    breaks: "a look ahead at who is on duty knows full quarters of an hour only",
    file: "packages/alarms/src/duty.ts",
    search: "const minute = known.wall.minute + Math.floor((at - begin) / MINUTE_MS);",
    replace: "const minute = known.wall.minute;",
    tests: ["packages/alarms/src/duty.test.ts"],
  },
  {
    breaks:
      "nobody sees what stands, once thousands of alarms do: the hub takes no such answer of its own process",
    file: "apps/hub/src/pods/pod-session.ts",
    search: "largest: order.own && (() => LARGEST_OWN_ASK),",
    replace: "",
    tests: ["apps/hub/src/pods/pod-session.test.ts"],
  },
  {
    breaks: "nobody sees what stands, once thousands of alarms do: their process does not say so much",
    file: "packages/runtime/src/run-pod.ts",
    search: "if (kind.untold) this.#largestAsk = LARGEST_OWN_ASK;\n      else this",
    replace: "if (!kind.untold) this",
    tests: ["packages/runtime/src/pod-context.test.ts"],
  },
  {
    breaks: "a pod of somebody else answers with as much as a process of the hub's own",
    file: "packages/runtime/src/run-pod.ts",
    search: "#largestAsk = LARGEST_ASK;",
    replace: "#largestAsk = LARGEST_OWN_ASK;",
    tests: ["packages/runtime/src/pod-context.test.ts"],
  },
  {
    breaks: "what stands is more than an answer may have, and none of it is told",
    file: "packages/alarms/src/look.ts",
    search: "standing: fitting(all.slice(0, limit).map(({ record }) => standing(record, engine, project))),",
    replace: "standing: all.slice(0, limit).map(({ record }) => standing(record, engine, project)),",
    tests: ["packages/alarms/src/look.test.ts"],
  },
  {
    breaks: "a document of megabytes is in each line of the alarms' journal",
    file: "packages/alarms/src/kept-value.ts",
    search: "text.length > LONGEST",
    replace: "false",
    tests: ["packages/alarms/src/look.test.ts"],
  },
  {
    breaks: "lines of the journal that an earlier release wrote are more than an answer may have",
    file: "packages/alarms/src/journal.ts",
    search: "value: keptValue(JSON.parse(value))",
    replace: "value: JSON.parse(value) as unknown",
    tests: ["packages/alarms/src/journal.test.ts"],
  },
];
