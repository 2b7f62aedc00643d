/** Many light hubs at one central, for the measurements beside this file. */
import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { joinCentral } from "@hubwart/fleet/join";
import type { Identity } from "@hubwart/fleet/uplink";
import { descendants, pss, type startCentral } from "@hubwart/testing";
import { mb } from "../support/process.ts";
import type { Figure } from "../support/results.ts";
import type { HubsOrder } from "./hubs.ts";

export type Central = Awaited<ReturnType<typeof startCentral>>;

export const PER_PROCESS = 100;
const JOINING_AT_ONCE = 4;

/** `--name=5` of the command line. */
export const argument = (name: string, otherwise: number): number => {
  const given = process.argv.find((one) => one.startsWith(`--${name}=`)) ?? "";
  return Number(/=(\d+)$/.exec(given)?.[1] ?? otherwise);
};

export const pause = (s: number) => new Promise((resolve) => setTimeout(resolve, s * 1_000));

export async function joinAll(central: Central, count: number): Promise<Identity[]> {
  const identities: Identity[] = [];
  let begun = 0;
  const one = async () => {
    while (begun < count) {
      begun += 1;
      const name = `Standort ${begun}`;
      const code = await central.code({ name, tags: [begun % 2 === 0 ? "hotel" : "schule"] });
      identities.push(await joinCentral({ address: central.address, code, name, version: "0.4.2" }));
    }
  };
  await Promise.all(Array.from({ length: JOINING_AT_ONCE }, one));
  return identities;
}

export function startHubs(
  identities: Identity[],
  folder: string,
  more: Pick<HubsOrder, "first" | "part"> = {},
): ChildProcess {
  const child = fork(process.argv[1] ?? "", ["--hubs-role"], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  child.send({ ...more, identities, folder } satisfies HubsOrder);
  return child;
}

export async function allUp(children: readonly ChildProcess[], hubs: number): Promise<void> {
  const up = new Map<ChildProcess, number>();
  for (const child of children) child.on("message", (told) => up.set(child, (told as { up: number }).up));
  await until(async () => [...up.values()].reduce((sum, one) => sum + one, 0) === hubs);
}

export async function until(done: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 600; waited += 1) {
    if (await done()) return;
    await pause(0.5);
  }
  throw new Error("it did not come to pass within five minutes");
}

/** Of the central and its programs. */
export async function memory(central: number): Promise<Figure[]> {
  const programs = new Map<string, number>();
  for (const pid of [central, ...(await descendants(central))]) {
    // A connection of the database may have ended meanwhile.
    const name = (await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "")).trim();
    if (name !== "") programs.set(name, (programs.get(name) ?? 0) + (await pss(pid).catch(() => 0)));
  }
  const total = [...programs.values()].reduce((sum, one) => sum + one, 0);
  const parts = [...programs].map(([name, bytes]) => `${name} ${mb(bytes)}`).join(", ");
  return [
    {
      what: "memory of the central in all (PSS), after that",
      aim: "1 GB",
      measured: `${mb(total)} (${parts})`,
    },
  ];
}
