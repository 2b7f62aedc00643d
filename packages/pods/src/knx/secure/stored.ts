/**
 * A keyring as it is stored for its pod: a file, and its password among the secrets. The two are written one after the other, so
 * the password of a new file goes first, under a name of its own: whenever power is cut, one of the two opens the file.
 */
import { type PodHandover, type PodLoad, podFile, podSecret } from "@hubwart/ipc";
import { type Keyring, KeyringError, readKeyring } from "./keyring.ts";

/** Name of an interface's keyring among the pod's files; its password among the secrets. */
export const keyringName = (iface: string): string => `keyring.${iface}.knxkeys`;
const nextPassword = (iface: string): string => `${keyringName(iface)}.next`;

export async function storeKeyring(
  handover: Pick<PodHandover, "writeFile" | "writeSecret">,
  iface: string,
  bytes: Buffer,
  password: string,
): Promise<void> {
  await handover.writeSecret(nextPassword(iface), password);
  await handover.writeFile(keyringName(iface), bytes);
  await handover.writeSecret(keyringName(iface), password);
  await handover.writeSecret(nextPassword(iface), "");
}

export async function removeKeyring(
  handover: Pick<PodHandover, "removeFile" | "writeSecret">,
  iface: string,
): Promise<void> {
  await handover.removeFile(keyringName(iface));
  await handover.writeSecret(keyringName(iface), "");
  await handover.writeSecret(nextPassword(iface), "");
}

/** @throws KeyringError; undefined without a keyring */
export async function storedKeyring(
  load: Pick<PodLoad, "files" | "secrets">,
  iface: string,
): Promise<Keyring | undefined> {
  const bytes = podFile(load, keyringName(iface));
  if (!bytes) return undefined;
  const next = podSecret(load, nextPassword(iface));
  try {
    return await readKeyring(bytes, podSecret(load, keyringName(iface)) ?? "");
  } catch (error) {
    if (next === undefined || !(error instanceof KeyringError)) throw error;
    return await readKeyring(bytes, next);
  }
}
