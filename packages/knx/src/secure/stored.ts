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

/** The file and the passwords of which one opens it; undefined without a keyring. */
export function storedParts(
  load: Pick<PodLoad, "files" | "secrets">,
  iface: string,
): { bytes: Buffer; passwords: string[] } | undefined {
  const bytes = podFile(load, keyringName(iface));
  if (!bytes) return undefined;
  const next = podSecret(load, nextPassword(iface));
  return {
    bytes,
    passwords: [podSecret(load, keyringName(iface)) ?? "", ...(next === undefined ? [] : [next])],
  };
}

/** Opened with the first password that does it. @throws KeyringError of the last one */
export async function openKeyring(
  bytes: Buffer,
  [password = "", ...others]: readonly string[],
): Promise<Keyring> {
  try {
    return await readKeyring(bytes, password);
  } catch (error) {
    if (others.length === 0 || !(error instanceof KeyringError)) throw error;
    return await openKeyring(bytes, others);
  }
}

/** @throws KeyringError; undefined without a keyring */
export async function storedKeyring(
  load: Pick<PodLoad, "files" | "secrets">,
  iface: string,
): Promise<Keyring | undefined> {
  const parts = storedParts(load, iface);
  return parts && openKeyring(parts.bytes, parts.passwords);
}
