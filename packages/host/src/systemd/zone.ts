/** The time zone: /etc/localtime as a link into the zone database (localtime(5)), and Debian's /etc/timezone. */
import { randomBytes } from "node:crypto";
import { access, readlink, rename, symlink } from "node:fs/promises";
import path from "node:path";
import { syncFolder } from "@hubwart/core";
import { texts } from "../texts.ts";
import { type MatterDriver, no, type System, YES } from "./matter.ts";
import { plainText, removeLeftovers, writePlainFile } from "./plain-file.ts";

export function zoneDriver({ paths }: System): MatterDriver<string> {
  const active = async () => {
    const link = await readlink(paths.localtime).catch(() => "");
    const name = /zoneinfo\/(?:posix\/|right\/)?(.+)$/.exec(link)?.[1] ?? "UTC";
    return name === "Etc/UTC" ? "UTC" : name;
  };
  return {
    support: async () =>
      (await exists(path.join(paths.zoneinfo, "Europe/Berlin"))) ? YES : no(texts.noZones),
    active,
    async apply(zone) {
      if (!(await exists(path.join(paths.zoneinfo, zone)))) throw new Error(`no such zone: ${zone}`);
      if ((await active()) !== zone) {
        const folder = path.dirname(paths.localtime);
        await removeLeftovers(folder, (name) => name === "localtime");
        const temporary = path.join(folder, `.localtime.${randomBytes(6).toString("hex")}.tmp`);
        // The link is for the running system, whatever root folder a test chose.
        await symlink(`/usr/share/zoneinfo/${zone}`, temporary);
        await rename(temporary, paths.localtime);
        await syncFolder(folder);
      }
      await writePlainFile(paths.timezone, plainText([zone === "UTC" ? "Etc/UTC" : zone]));
    },
  };
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
