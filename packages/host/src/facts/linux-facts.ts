/** What a Linux machine tells without special rights; fewer facts elsewhere. Changes nothing. */

import { readFile, statfs } from "node:fs/promises";
import os from "node:os";
import type { Capacity, HostFacts, NetInterface, Route } from "../host.ts";
import { parseRoutes } from "./proc-net.ts";
import { type CpuTimes, cpuBetween, parseBootTime, parseCpu, parseMemory } from "./proc-stat.ts";
import { machineZone } from "./zone.ts";

export interface FactsOptions {
  /** The disk this folder lies on is the one that is shown. */
  dataDir: string;
  /** Root of the proc and etc file trees; for tests. */
  root?: string;
}

export class LinuxFacts implements HostFacts {
  readonly #dataDir: string;
  readonly #root: string;
  readonly #begun = Math.floor(Date.now() / 1000);
  #cpu: CpuTimes | undefined;

  constructor(options: FactsOptions) {
    this.#dataDir = options.dataDir;
    this.#root = options.root ?? "/";
  }

  async hostname(): Promise<string> {
    return os.hostname();
  }

  async started(): Promise<number> {
    return parseBootTime(await this.#read("proc/stat")) ?? this.#begun;
  }

  async zone(): Promise<string> {
    return await machineZone(this.#root);
  }

  async interfaces(): Promise<NetInterface[]> {
    const routes = await this.routes();
    return Object.entries(os.networkInterfaces()).flatMap(([device, addresses]) => {
      const known = (addresses ?? []).filter((a) => !a.internal);
      const v4 = known.find((a) => a.family === "IPv4");
      const any = v4 ?? known[0];
      if (!any) return [];
      const gw = routes.find((route) => route.net === "default" && route.device === device)?.ip ?? "";
      return [{ device, ip: v4?.address ?? "", mask: v4?.netmask ?? "", gw, mac: any.mac }];
    });
  }

  async routes(): Promise<Route[]> {
    return parseRoutes(await this.#read("proc/net/route"));
  }

  async disk(): Promise<Capacity> {
    const s = await statfs(this.#dataDir);
    const total = s.blocks * s.bsize;
    // What root alone may fill is not free for us.
    const free = s.bavail * s.bsize;
    return { total, free, used: total - s.bfree * s.bsize };
  }

  async memory(): Promise<Capacity> {
    const total = os.totalmem();
    const free = os.freemem();
    return parseMemory(await this.#read("proc/meminfo")) ?? { total, free, used: total - free };
  }

  async cpu(): Promise<number> {
    const text = await this.#read("proc/stat");
    const now = text === "" ? fromOs() : parseCpu(text);
    const before = this.#cpu ?? { busy: 0, all: 0 };
    this.#cpu = now;
    return cpuBetween(before, now);
  }

  /** Empty where the machine has no such file (not Linux). */
  #read(name: string): Promise<string> {
    return readFile(`${this.#root}${name}`, "utf8").catch(() => "");
  }
}

function fromOs(): CpuTimes {
  let busy = 0;
  let all = 0;
  for (const { times } of os.cpus()) {
    const used = times.user + times.nice + times.sys + times.irq;
    busy += used;
    all += used + times.idle;
  }
  return { busy, all };
}
