/** Files of the status page. A password travels beside the address, never in it. */
import { projectDownload, projectTemplate, systemInfo } from "@hubwart/contract";
import { downloadWithTicket } from "../../../api/download.ts";

export const downloadDiagnostics = (): Promise<void> => downloadWithTicket(systemInfo.path);

/** The stored project file as it lies on the device. */
export const downloadStored = (): Promise<void> =>
  downloadWithTicket(projectDownload.path, { src: "backup" });

/** The stored project file decrypted. Rejects with code 1203 for a wrong password. */
export const downloadDecrypted = (password: string): Promise<void> =>
  downloadWithTicket(projectDownload.path, { src: "project" }, password);

/** An empty workbook with every table and column explained. */
export const downloadTemplate = (): Promise<void> => downloadWithTicket(projectTemplate.path);
