/** Time servers of systemd-timesyncd: a drop-in of our own (timesyncd.conf(5)) and whether the service runs. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { NtpSettings } from "@hubwart/contract";
import { readFileIfThere } from "@hubwart/core";
import { texts } from "../texts.ts";
import { type MatterDriver, no, type System, YES } from "./matter.ts";
import { plainText, writePlainFile } from "./plain-file.ts";

const UNIT = "systemd-timesyncd.service";
const OTHERS = [
  ["chrony.service", "chrony"],
  ["ntpsec.service", "ntpsec"],
  ["openntpd.service", "openntpd"],
] as const;

export function ntpDriver({ paths, units }: System): MatterDriver<NtpSettings> {
  return {
    async support() {
      if (await units.installed(UNIT)) return YES;
      for (const [unit, name] of OTHERS) {
        if (await units.installed(unit)) return no(texts.clockOfOther(name));
      }
      return no(texts.noTimesyncd);
    },
    async active() {
      const state = await units.state(UNIT);
      const text = (await readFileIfThere(paths.timesyncDropIn)) ?? "";
      return {
        // In a container the machine around it sets the clock; the service is on, but passed over.
        use: state.running || (state.enabled && !state.masked && state.skipped),
        ...parseNtp(text),
      };
    },
    async apply(value) {
      await mkdir(path.dirname(paths.timesyncDropIn), { recursive: true, mode: 0o755 });
      await writePlainFile(paths.timesyncDropIn, renderNtp(value));
      await units.set(UNIT, { enabled: value.use, masked: false });
    },
  };
}

/**
 * With a server of its own the device asks no other that nobody chose; with none, the system's choice stays. The second
 * one stands beside the first, because FallbackNTP= is asked only where there is no NTP= at all.
 */
export function renderNtp({ server, fallback }: NtpSettings): string {
  const lines = ["# Written by Hubwart; changes made here are lost.", "[Time]"];
  if (server !== "") lines.push(`NTP=${[server, fallback].join(" ").trim()}`, "FallbackNTP=");
  else if (fallback !== "") lines.push(`FallbackNTP=${fallback}`);
  return plainText(lines);
}

export function parseNtp(text: string): { server: string; fallback: string } {
  const value = (key: string) => new RegExp(`^${key}=(.*)$`, "m").exec(text)?.[1]?.trim() ?? "";
  const [server = "", second] = value("NTP").split(/\s+/);
  return { server, fallback: second ?? value("FallbackNTP") };
}
