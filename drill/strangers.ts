/** What strangers and integrators bring: requests nobody reads, scripts that go wrong, a disk that is full. */

import { rm, statfs, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { pss } from "@hubwart/testing";
import type { Exercise, Outcome } from "./exercise.ts";
import { ask, PASSWORD, type Part, type Plant, pause, within } from "./plant.ts";
import { said } from "./signals.ts";

const CONNECTIONS = 60;
const REQUESTS = 3_000;
const MOST_MEMORY = 400 * 1024 * 1024;
const BOMB =
  "on_change('http_in.raum.temperatur', function() write('http_in.raum.zustand', {nil, nil, nil, 4, [0.5] = 1, [-1] = 1, [4294967294] = 1}) end)\n";
const FAILING = "on_change('http_in.raum.temperatur', function() error('kaputt') end)\n";

export const strangerExercises: Exercise[] = [
  {
    part: "appliance",
    fault: `${CONNECTIONS} × ${REQUESTS} requests, unread`,
    run: (plant) => flood(plant, "appliance", `${plant.product.url}/admin/api/info`, "load"),
  },
  {
    part: "pod http_in",
    fault: `${CONNECTIONS} × ${REQUESTS} requests, unread`,
    run: (plant) => flood(plant, "pod", `${plant.podUrl}/ventil`, "load-http_in.raum"),
  },
  { part: "scripts", fault: "a list of 4,294,967,294 entries", run: (plant) => script(plant, BOMB, false) },
  { part: "scripts", fault: "a script whose every call fails", run: (plant) => script(plant, FAILING, true) },
];

/** @param finding that Status has to show */
async function flood(plant: Plant, part: Part, url: string, finding: string): Promise<Outcome> {
  const { pathname, port } = new URL(url);
  const text = `GET ${pathname} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(REQUESTS);
  const sockets: Socket[] = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress: "127.0.0.66" });
    socket.pause();
    socket.on("error", () => undefined);
    socket.write(text);
    return socket;
  });
  const problems: string[] = [];
  const seen = new Set<string>();
  let most = 0;
  let slowest = 0;
  const end = performance.now() + 15_000;
  while (performance.now() < end) {
    for (const pid of await plant.pids(part)) most = Math.max(most, await pss(pid).catch(() => 0));
    const began = performance.now();
    const answered = await ask(url).then(
      (response) => response.text().then(() => true),
      () => false,
    );
    slowest = Math.max(slowest, performance.now() - began);
    if (!answered && !problems.includes("others were not answered"))
      problems.push("others were not answered");
    for (const code of (await plant.health())?.findings ?? ["no answer"]) seen.add(code);
    await pause(200);
  }
  for (const socket of sockets) socket.destroy();
  const recovered = await plant.works(10_000);
  if (most > MOST_MEMORY) problems.push(`${Math.round(most / 2 ** 20)} MiB`);
  if (!seen.has(finding)) problems.push("health does not name it");
  return {
    recovered,
    health: `${said(seen)}; ${Math.round(most / 2 ** 20)} MiB, slowest answer ${Math.round(slowest)} ms`,
    problems,
  };
}

/**
 * A script beside the one that controls, which goes on.
 *
 * @param fails Status has to name it; else it does what it may
 */
async function script(plant: Plant, text: string, fails: boolean): Promise<Outcome> {
  await plant.upload({ stoerer: text });
  const before = await plant.pids("scripts");
  const recovered = await plant.works(20_000);
  for (let round = 0; round < 3; round += 1) await plant.works(10_000);
  const seen = new Set<string>();
  const told = await within(fails ? 30_000 : 5_000, async () => {
    await plant.works(2_000);
    // A flood before is told for a while.
    for (const code of (await plant.health())?.findings ?? []) if (code.startsWith("script-")) seen.add(code);
    return seen.size > 0;
  });
  const after = await plant.pids("scripts");
  const problems = [
    ...(told === fails ? [] : [fails ? "health does not name it" : "health blames it"]),
    ...(before.every((pid) => after.includes(pid)) ? [] : ["the process of all scripts was ended"]),
  ];
  await plant.upload({});
  const works = (await plant.works(20_000)) !== undefined;
  return { recovered: works ? recovered : undefined, health: said(seen), problems };
}

/** Of a plant whose data folder is a small file system of its own. */
export async function fullDisk(plant: Plant): Promise<Outcome> {
  const file = path.join(plant.product.dataDir, "filler");
  const { bavail, bsize } = await statfs(plant.product.dataDir);
  await writeFile(file, Buffer.alloc(bavail * bsize)).catch(() => undefined);
  const problems: string[] = [];
  const seen = new Set<string>();
  await within(20_000, async () => {
    for (const code of (await plant.health())?.findings ?? ["no answer"]) seen.add(code);
    return seen.size > 0;
  });
  const signed = await plant.product.api.post("/login", { pwd: PASSWORD });
  if (signed.body["code"] !== 0) problems.push(`sign-in: ${JSON.stringify(signed.body).slice(0, 200)}`);
  if ((await plant.works(10_000)) === undefined) problems.push("the plant stands");
  if (seen.size === 0) problems.push("health does not name it");
  await rm(file);
  const began = performance.now();
  const calm = await within(60_000, async () => (await plant.health())?.level === 1);
  if (!calm) problems.push("findings stay");
  const works = (await plant.works(10_000)) !== undefined;
  return { recovered: works ? performance.now() - began : undefined, health: said(seen), problems };
}
