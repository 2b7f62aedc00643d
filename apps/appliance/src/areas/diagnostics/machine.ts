/** The machine and the process as they are: no names of users, no environment beside our own settings, no contents. */
import { readdir, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { AppContext } from "../../context.ts";
import { masked } from "../../http/audit-mask.ts";

const MOST_FILES = 500;

export async function machineFacts(app: AppContext): Promise<unknown> {
  return {
    host: app.host.name,
    system: { type: os.type(), release: os.release(), machine: os.machine() },
    cores: os.cpus().map(({ model, speed }) => ({ model, mhz: speed })),
    load: os.loadavg(),
    memory: { total: os.totalmem(), free: os.freemem() },
    uptime_seconds: os.uptime(),
    process: { memory: process.memoryUsage(), uptime_seconds: process.uptime(), arguments: process.execArgv },
    config: masked({ ...app.config }),
    files: await sizes(app.layout.root),
  };
}

/** Relative path → bytes of everything in the data folder. */
async function sizes(root: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  let left = MOST_FILES;
  const folders = [root];
  for (let folder = folders.shift(); folder !== undefined && left > 0; folder = folders.shift()) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const full = path.join(folder, entry.name);
      if (entry.isDirectory()) folders.push(full);
      if (!entry.isFile() || left <= 0) continue;
      left -= 1;
      found[path.relative(root, full)] = await stat(full).then(
        ({ size }) => size,
        () => -1,
      );
    }
  }
  return found;
}
