/**
 * The alarms of FUXA as its package on npm has them: `runtime/alarms/index.js`, with its own timer, at the shortest delay that it takes.
 * Its devices (which hold the newest value of a tag) and its database are stood in; the rest of the server has no part in it.
 *
 *     const fuxa = await startFuxa(50);          // an alarm above 50
 *     fuxa.set(60); fuxa.noticed; await fuxa.stop();
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

const VERSION = "1.3.4";
export const FUXA = `FUXA ${VERSION}`;

interface Alarm {
  status: string;
  ontime: number;
}

interface Manager {
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startFuxa(limit: number) {
  const folder = await unpacked();
  const load = createRequire(path.join(folder, "main.js"));
  const place = (name: string) => path.join(folder, "runtime/alarms", name);
  const tag = { value: 0, ts: Date.now() };
  let noticed = 0;
  const storage = {
    init: () => Promise.resolve(),
    getAlarms: () => Promise.resolve([]),
    setAlarms(changed: Alarm[]) {
      noticed += changed.filter(({ status }) => status === "N").length;
      return Promise.resolve();
    },
  };
  load.cache[place("alarmstorage.js")] = { exports: storage } as NodeModule;
  const { create } = load(place("index.js")) as { create: (runtime: unknown) => Manager };
  const nothing = () => undefined;
  const alarm = {
    name: "high",
    property: { variableId: "tag" },
    high: {
      enabled: true,
      checkdelay: 1,
      timedelay: 0,
      min: limit,
      max: 1e9,
      ackmode: "float",
      text: "",
      group: "",
    },
  };
  const manager = create({
    devices: { getDeviceValue: () => tag, getDeviceIdFromTag: () => "device" },
    events: { emit: nothing },
    settings: {},
    logger: { info: nothing, warn: nothing, error: nothing },
    project: { getAlarms: () => Promise.resolve([alarm]) },
  });
  // What it returns never settles.
  void manager.start();
  return {
    get noticed() {
      return noticed;
    },
    set(value: number) {
      tag.value = value;
      tag.ts = Date.now();
    },
    stop: () => manager.stop(),
  };
}

async function unpacked(): Promise<string> {
  const folder = path.resolve(".cache", `fuxa-${VERSION}`);
  if (existsSync(path.join(folder, "package/runtime/alarms/index.js"))) return path.join(folder, "package");
  await mkdir(folder, { recursive: true });
  const commands: [string, string[]][] = [
    ["npm", ["pack", `@frangoteam/fuxa@${VERSION}`, "--silent"]],
    ["tar", ["-xzf", `frangoteam-fuxa-${VERSION}.tgz`, "package/package.json", "package/runtime"]],
  ];
  for (const [command, args] of commands) {
    const { status } = spawnSync(command, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    if (status !== 0) throw new Error(`${FUXA} could not be had`);
  }
  return path.join(folder, "package");
}
