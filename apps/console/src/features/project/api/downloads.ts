/** Files of the project. A password travels beside the address, never in it. */
import { projectDownload, projectTemplate } from "@hubwart/contract";
import { downloadWithTicket } from "../../../api/download.ts";

/** `version` absent: the one in use. */
const versionOf = (version: string | undefined) => (version === undefined ? {} : { version });

/** The stored file as it lies on the device; encrypted if it was stored with a password. */
export const downloadStored = (version?: string): Promise<void> =>
  downloadWithTicket(projectDownload.path, { src: "backup", ...versionOf(version) });

/** The stored file decrypted. Rejects with code 1203 for a wrong password. */
export const downloadDecrypted = (password: string, version?: string): Promise<void> =>
  downloadWithTicket(projectDownload.path, { src: "project", ...versionOf(version) }, password);

export const downloadCompiled = (version?: string): Promise<void> =>
  downloadWithTicket(projectDownload.path, { src: "compiled", ...versionOf(version) });

export const downloadTemplate = (): Promise<void> => downloadWithTicket(projectTemplate.path);
