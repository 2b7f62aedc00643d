export { Database } from "./database.ts";
export { Exporter } from "./exporter.ts";
export {
  EXPORT_KINDS,
  type ExportSettings,
  type ExportStatus,
  exportFolder,
  exportWaits,
  readExportStatus,
  writeExportSettings,
  writeExportStatus,
} from "./files.ts";
export { RecordLines } from "./record-line.ts";
