/** Programs of this machine, with the libraries the dynamic loader names for them, as files of an image. */
import { execFile } from "node:child_process";
import { readFile, realpath } from "node:fs/promises";
import { promisify } from "node:util";
import type { ImageEntry } from "./archive.ts";

const run = promisify(execFile);

/** As on Debian: /bin, /sbin, /lib and /lib64 are links into /usr. */
export const MERGED_USR: readonly ImageEntry[] = ["bin", "sbin", "lib", "lib64"].map((name) => ({
  path: `/${name}`,
  link: `usr/${name}`,
}));

/** Programs and their libraries, by the paths they are looked for at. */
export async function programFiles(programs: readonly string[]): Promise<ImageEntry[]> {
  const wanted = new Set(programs);
  for (const program of programs) {
    // A static program has none; ldd then says so with a failure.
    const { stdout } = await run("ldd", [program]).catch(() => ({ stdout: "" }));
    for (const [file] of stdout.matchAll(/\/\S+(?= \(0x)/g)) wanted.add(inUsr(file));
  }
  return Promise.all(
    [...wanted].map(async (file) => ({
      path: file,
      content: await readFile(await realpath(file)),
      mode: 0o755,
    })),
  );
}

const inUsr = (file: string): string => (/^\/(bin|sbin|lib|lib64)\//.test(file) ? `/usr${file}` : file);
