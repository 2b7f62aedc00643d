/** Group addresses of the ETS as a workbook. */
import { type AnswerOf, projectImportEts } from "@hubwart/contract";
import { uploadFile } from "../../../api/upload.ts";
import { saveFile } from "../../../lib/save-file.ts";

export type EtsImport = AnswerOf<typeof projectImportEts>;

/** The password goes in the form, never into the address. */
export const importEts = (file: File, pwd: string): Promise<EtsImport> =>
  uploadFile(projectImportEts, { file, ...(pwd === "" ? {} : { fields: { pwd } }) });

export function saveWorkbook({ workbook }: EtsImport): void {
  const bytes = Uint8Array.from(atob(workbook), (char) => char.charCodeAt(0));
  saveFile("ets.xlsx", bytes, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
}
