import { CertificateFiles } from "./files.ts";
import type { KeyPair } from "./order.ts";
import { loadServer, uploadedFile, uploadedFolder } from "./server-file.ts";

/**
 * What the device serves with as its files say it, for when nothing else of it runs: the uploaded certificate, otherwise its
 * own. Undefined where neither can be read.
 *
 * @param folder `layout.tls`
 */
export async function servedAtStart(folder: string): Promise<KeyPair | undefined> {
  const uploaded = await loadServer(uploadedFile(uploadedFolder(folder))).catch(() => undefined);
  if (uploaded) return uploaded.pair;
  const stored = await new CertificateFiles(folder).load(() => undefined).catch(() => undefined);
  return stored?.server;
}
