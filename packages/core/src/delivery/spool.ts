/**
 * A folder of numbered files that wait for their takers, and beside them `progress.json`, which says how far those are.
 *
 *     const { files, progress, save } = await openSpool({ folder, file: /^(\d{12})\.json$/, parse, none, log, texts });
 *     progress.done = 7;
 *     await save();
 */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { errorText } from "../errors.ts";
import { ensureFolder, readFileIfThere, removeTemporaryFiles, writeFileAtomic } from "../files.ts";
import type { Logger } from "../logger.ts";

const PROGRESS = "progress.json";

export interface SpoolOptions<P> {
  folder: string;
  /** Names of the waiting files; the first group is the number. */
  file: RegExp;
  /** Throws for what is no progress. */
  parse: (value: unknown) => P;
  /** Before the first step, and after the progress was lost. */
  none: P;
  log: Logger;
  /** German, for the log: what a lost progress leads to; that it could not be saved. */
  texts: { lost: string; unsaved: string };
}

export interface Spool<P> {
  /** In the order of their numbers. */
  files: { file: string; number: number }[];
  /** Changed in place. */
  progress: P;
  /** Never fails: without it a restart repeats deliveries, which is better than to stop sending on a full disk. */
  save: () => Promise<void>;
}

export async function openSpool<P>(options: SpoolOptions<P>): Promise<Spool<P>> {
  const { folder, log, texts } = options;
  await ensureFolder(folder);
  await removeTemporaryFiles(folder);
  const progress = await readProgress(options);
  const files = (await readdir(folder)).flatMap((name) => {
    const number = options.file.exec(name)?.[1];
    return number === undefined ? [] : [{ file: path.join(folder, name), number: Number(number) }];
  });
  return {
    files: files.sort((a, b) => a.number - b.number),
    progress,
    save: async () => {
      try {
        await writeFileAtomic(path.join(folder, PROGRESS), JSON.stringify(progress));
      } catch (error) {
        log.warn(`${texts.unsaved}: ${errorText(error)}`);
      }
    },
  };
}

async function readProgress<P>({ folder, parse, none, log, texts }: SpoolOptions<P>): Promise<P> {
  try {
    const text = await readFileIfThere(path.join(folder, PROGRESS));
    return text === undefined ? none : parse(JSON.parse(text));
  } catch {
    log.warn(texts.lost);
    return none;
  }
}
