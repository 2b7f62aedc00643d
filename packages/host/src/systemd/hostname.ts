/** The host name: /etc/hostname (hostname(5)), the kernel's, and Debian's line in /etc/hosts (Debian Policy, hosts(5)). */
import { readFileIfThere } from "@hubwart/core";
import { type MatterDriver, type System, YES } from "./matter.ts";
import { plainText, writePlainFile } from "./plain-file.ts";

export function hostnameDriver({ paths, run }: System): MatterDriver<string> {
  return {
    support: async () => YES,
    active: async () => ((await readFileIfThere(paths.kernelHostname)) ?? "").trim(),
    async apply(name) {
      const before = ((await readFileIfThere(paths.hostname)) ?? "").trim();
      const hosts = await readFileIfThere(paths.hosts);
      // The hosts file first: it is found by the name that /etc/hostname still holds.
      if (hosts !== undefined) {
        const next = renameInHosts(hosts, before, name);
        if (next !== hosts) await writePlainFile(paths.hosts, next);
      }
      if (before !== name) await writePlainFile(paths.hostname, plainText([name]));
      const kernel = ((await readFileIfThere(paths.kernelHostname)) ?? "").trim();
      if (kernel === name) return;
      const { code, stderr } = await run("hostname", ["--", name]);
      if (code !== 0) throw new Error(`hostname: ${stderr.trim()}`);
    },
  };
}

/** Replaces the machine's own name, alone or with its domain, in the lines of 127.0.1.1. All else stays as it is. */
export function renameInHosts(text: string, before: string, name: string): string {
  if (before === "") return text;
  return text
    .split("\n")
    .map((line) => {
      if (!/^127\.0\.1\.1\s/.test(line)) return line;
      return line.replace(/[^\s#]+/g, (word) =>
        word === before || word.startsWith(`${before}.`) ? name + word.slice(before.length) : word,
      );
    })
    .join("\n");
}
