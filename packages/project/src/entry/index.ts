/**
 * The compiler where there is no Node: an editor's web worker. Tables in, compiled project and errors out, by the code that the
 * device runs over what it has read of a workbook.
 *
 *     const result = await compileTables({ tables, scripts }, { schemas: podSchemas, loadLua });
 *     const tables = tablesOf(compiled, podSchemas);          // and back
 */

export { unknownNames } from "@hubwart/lua";
export { hashProject } from "../canonical.ts";
export type { CheckSource } from "../check/scripts.ts";
export * from "../columns.ts";
export type { CompileOptions } from "../compile-raw.ts";
export type { CompileResult } from "../compile-result.ts";
export * from "../compiled.ts";
export { diffProjects } from "../diff.ts";
export { editsOf } from "../edits.ts";
export { figureName, METER_FIGURES } from "../meter/figures.ts";
export * from "../pod-schema.ts";
export type { ProjectError } from "../project-error.ts";
export type { Cell } from "../read/table.ts";
export { columnsOf } from "../table-columns.ts";
export { COMMON_TABLES, POD_COLUMNS, PROJECT_KEYS } from "../tables.ts";
export { columnsIn, type Vocabulary } from "../vocabulary.ts";
export { type AlarmOffer, alarmOfferOps, type OfferRefusal } from "./alarm-offer.ts";
export { arrange } from "./arrange.ts";
export { compileTables } from "./compile-tables.ts";
export { copyPodOps, linksOfPod, type PodCopy, type PodPlace, placesOfPod } from "./copy-pod.ts";
export { csvText } from "./csv-text.ts";
export { createJudge } from "./judge.ts";
export { tablesBehind } from "./kept-source.ts";
export { loadVocabulary, type TypeSource } from "./load-vocabulary.ts";
export { type LocatedError, locate } from "./locate.ts";
export { channelsOf } from "./namings.ts";
export { type PodPart, partOfPod } from "./part-of-pod.ts";
export type { TableInput, TableInputRow, TablesInput } from "./raw-of.ts";
export {
  type CellReference,
  type ScriptReference,
  type Subject,
  subjectOf,
  type Usage,
  usageOf,
} from "./references.ts";
export { type NameRefusal, type Plan, renameOps, shortName } from "./rename.ts";
export { isSecretColumn } from "./secret-column.ts";
export { tablesOf } from "./tables-of.ts";
