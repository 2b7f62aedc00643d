/** Group addresses of the ETS as a workbook: from a project file, or from an export of group addresses (XML, CSV). */
import { decodeText } from "@hubwart/project/decode";
import { writeWorkbook } from "@hubwart/project/workbook";
import { texts } from "../texts.ts";
import { readGroupCsv } from "./csv.ts";
import { readKnxproj } from "./knxproj.ts";
import { ETS_LIMITS, EtsError, EtsGroups, type EtsNote } from "./model.ts";
import { readXml } from "./read-xml.ts";
import { etsTables } from "./tables.ts";
import { groupReader } from "./xml.ts";

export { ETS_LIMITS, EtsPasswordError } from "./model.ts";

export interface EtsImport {
  workbook: Uint8Array;
  channels: number;
  /** What was not taken over as it stands. */
  notes: EtsNote[];
}

/** Throws EtsError with a German sentence. What the file is follows from its content, not from its name. */
export async function importEts(bytes: Uint8Array, password?: string): Promise<EtsImport> {
  if (bytes.length > ETS_LIMITS.fileBytes) {
    throw new EtsError(texts.fileTooLarge(ETS_LIMITS.fileBytes / 1024 / 1024));
  }
  const groups = await readGroups(bytes, password);
  if (groups.found.length === 0) throw new EtsError(texts.noGroupAddresses);
  const { tables, channels, notes } = etsTables(groups);
  return { workbook: await writeWorkbook(tables), channels, notes };
}

async function readGroups(bytes: Uint8Array, password: string | undefined): Promise<EtsGroups> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readKnxproj(bytes, password);
  const text = decodeText(bytes);
  if (text === undefined) {
    throw new EtsError(texts.noExport);
  }
  if (!/^\s*</.test(text)) return readGroupCsv(bytes);
  const groups = new EtsGroups();
  await readXml(texts.theFile, groupReader(groups), async (push) => push(Buffer.from(text, "utf8")));
  return groups;
}
