/**
 * A mail server that is away for an hour while 10,000 alarms come: half of them within the first minute, the others until five minutes
 * before it is back. Through the hub, the process of the alarms, the e-mail pod and Debian's Postfix, in real time; root's, as that needs.
 *
 * Counted in the mailboxes of two people: how many messages each got, and which alarms these name or count. In the journal: how often
 * each alarm was told, and whether one was given up.
 *
 *     npm run bench -- alarms-outage             --quick: two minutes, says less
 */
import { pss, startPostfix } from "@hubwart/testing";
import { buildHub, type HubProcess } from "../../apps/hub/src/testing/hub-process.ts";
import { cpuSeconds, mb } from "../support/process.ts";
import { pause } from "../support/product.ts";
import { type Figure, report } from "../support/results.ts";
import { countOf, type Found, readBox } from "./mailbox.ts";
import { COUNT, FIRST, limit, PER_HOUR, waiting } from "./outage-plant.ts";
import { alarmsProcess } from "./process.ts";

const quick = process.argv.includes("--quick");
const SECONDS = quick ? 120 : 3_600;
const FLOOD_SECONDS = quick ? 20 : 60;
const TAIL_SECONDS = quick ? 10 : 300;
/** The pod tries again after five minutes at the latest, and those who keep the alarms a minute after it. */
const BACK_WITHIN = 900;
/** So long nothing more may come. */
const QUIET = quick ? 20 : 180;
const PEOPLE = ["anna", "bert"] as const;

const began = performance.now();
const say = (text: string) =>
  process.stdout.write(`${((performance.now() - began) / 1_000).toFixed(0).padStart(5)} s  ${text}\n`);

const postfix = await startPostfix();
const build = await buildHub();
let hub: HubProcess | undefined;
try {
  hub = await build.start({ project: waiting(postfix) });
  await report("alarms-outage", await outage(hub));
} finally {
  await hub?.stop();
  await build.remove();
  await postfix.stop();
}

async function outage(hub: HubProcess): Promise<Figure[]> {
  const lower = (to: number) => hub.client.request("write", { chan: limit, value: to });
  await hub.until("the mail server", async () => (await hub.pod("email.post")).ifaces[0]?.state === true);
  await lower(COUNT);
  await pause(5);
  // The first ones, with the server there: the way works.
  for (let n = 1; n <= FIRST; n += 1) {
    await lower(COUNT - n);
    await hub.until("a mail", async () => (await postfix.mails("bert")).length === n, 60_000);
  }
  await postfix.down();
  say("the mail server is away");
  const gone = performance.now();
  const memory: number[] = [];
  const pid = await alarmsProcess(hub);
  const used = await cpuSeconds(pid);
  for (let second = 1; second <= SECONDS; second += 1) {
    await pause(Math.max(0, gone + second * 1_000 - performance.now()) / 1_000);
    await lower(COUNT - FIRST - cameBy(second));
    if (second % 10 === 0) memory.push(await pss(pid));
    if (second % 300 === 0) say(`${cameBy(second)} alarms have come`);
  }
  const away = (performance.now() - gone) / 1_000;
  const cores = ((await cpuSeconds(pid)) - used) / away;
  await postfix.up();
  say("the mail server is back");
  const back = performance.now();
  const told = async () => (await lines(hub, "told")).size;
  let last = 0;
  await hub
    .until(
      "everything told",
      async () => {
        const now = await told();
        if (now !== last) say(`${now} alarms told`);
        last = now;
        return now === COUNT && (await delivered());
      },
      BACK_WITHIN * 1_000,
    )
    .catch((error: unknown) => say(`not everything was told: ${String(error).slice(0, 200)}`));
  const took = (performance.now() - back) / 1_000;
  await pause(QUIET);
  say("counting");
  const [boxes, of, given] = [
    await Promise.all(PEOPLE.map(async (name) => readBox(await postfix.mails(name)))),
    await lines(hub, "told"),
    await lines(hub, "untold"),
  ];
  boxes.forEach((box, at) =>
    say(
      `${PEOPLE[at]}: ${box.map(({ counted, named }) => `${named.length} named + ${counted} counted`).join("; ")}`,
    ),
  );
  return [
    {
      what: `${COUNT} alarms, the mail server (Postfix) away for ${(away / 60).toFixed(1)} min: messages a person (${PEOPLE.join(", ")}) before it went and after it was back, allowance ${PER_HOUR} an hour`,
      aim: `${PER_HOUR} and one digest`,
      measured: boxes.map((box) => `${FIRST} + ${box.length - FIRST}`).join(", "),
    },
    {
      what: "the same: alarms named or counted in their messages, of them named; named twice",
      aim: `${COUNT}; 0`,
      measured: boxes.map((box) => accountOf(box)).join(" | "),
    },
    {
      what: "the same: alarms told by the journal, told twice, given up",
      aim: `${COUNT}, 0, 0`,
      measured: `${of.size}, ${[...of.values()].filter((times) => times > 1).length}, ${given.size}`,
    },
    {
      what: "the same: from the server's return until everybody has everything",
      measured: `${took.toFixed(0)} s`,
    },
    {
      what: "the same: processor time of the alarms' process meanwhile; memory (PSS), median, most",
      measured: `${cores.toFixed(4)} cores; ${mb(memory.toSorted((a, b) => a - b)[memory.length >> 1] ?? 0)}, ${mb(Math.max(...memory))}`,
    },
  ];
}

/** How many alarms have come by a second of the outage. */
function cameBy(second: number): number {
  const all = COUNT - FIRST;
  const half = all / 2;
  const rest = SECONDS - FLOOD_SECONDS - TAIL_SECONDS;
  const later = Math.min(1, Math.max(0, second - FLOOD_SECONDS) / rest);
  return Math.round(Math.min(1, second / FLOOD_SECONDS) * half + later * (all - half));
}

async function delivered(): Promise<boolean> {
  const boxes = await Promise.all(PEOPLE.map(async (name) => readBox(await postfix.mails(name))));
  return boxes.every((box) => countOf(box) >= COUNT);
}

function accountOf(box: readonly Found[]): string {
  const named = box.flatMap((each) => each.named);
  return `${countOf(box)}, ${named.length}; ${named.length - new Set(named).size}`;
}

/** Alarm → how often the journal has it. */
async function lines(hub: HubProcess, what: "told" | "untold"): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let offset = 0; ; offset += 1_000) {
    const { events } = await hub.client.request("alarmHistory", {
      from: 0,
      to: Number.MAX_SAFE_INTEGER,
      what: [what],
      offset,
      limit: 1_000,
    });
    for (const { id } of events) found.set(id, (found.get(id) ?? 0) + 1);
    if (events.length < 1_000) return found;
  }
}
