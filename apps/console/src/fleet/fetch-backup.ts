/** A backup that the browser itself stores, so that a large one never lies in the page's memory: the address has a ticket that is good once. */
import { CENTRAL_PREFIX, centralBackupFetch, centralBackupFile } from "@hubwart/fleet/calls";
import { callCentral } from "./api.ts";

/** @throws ApiError, ConnectionError before the download begins */
export async function fetchBackup(hub: string, name: string): Promise<void> {
  const { ticket } = await callCentral(centralBackupFetch, { body: { hub, name } });
  const link = document.createElement("a");
  link.href = `${CENTRAL_PREFIX}${centralBackupFile.path}?${new URLSearchParams({ ticket }).toString()}`;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}
