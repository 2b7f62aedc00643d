/** The repository of releases beside the service: where it lies, and that its signatures never run out. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Clock, errorText, type Logger, type Scope, writeFileAtomic } from "@hubwart/core";
import { developmentRootName } from "@hubwart/releases";
import { Publisher } from "@hubwart/releases/publish";

/** ms. */
const HOUR = 3_600_000;

export const repositoryFolder = (folder: string) => path.join(folder, "releases");

/** Embedded under `npm start`: a repository with keys of its own, whose root is left for the device. */
export async function developmentRepository(folder: string, clock: Clock): Promise<void> {
  const publisher = new Publisher({ folder: repositoryFolder(folder), clock });
  if (!(await publisher.exists())) await publisher.create();
  await writeFileAtomic(path.join(folder, developmentRootName), await readFile(publisher.rootFile));
}

/** Signs again what is due, now and every hour; only what there are keys for. */
export async function renewing(folder: string, clock: Clock, log: Logger, scope: Scope): Promise<void> {
  const publisher = new Publisher({ folder, clock });
  const renew = async () => {
    try {
      if (!(await publisher.exists())) return;
      const signed = await publisher.renew();
      if (signed.length > 0) log.info(`releases: signed again: ${signed.join(", ")}`);
      for (const [role, at] of await publisher.expiries()) {
        if (at <= clock.now() + WARNED)
          log.warn(`releases: the signature of ${role} ends soon; its key is needed`);
      }
    } catch (error) {
      log.error(`releases: could not be signed again: ${errorText(error)}`);
    }
  };
  await renew();
  scope.add(clock.every(HOUR, () => void renew()));
}

/** ms before the end of a signature. */
const WARNED = 48 * HOUR;
