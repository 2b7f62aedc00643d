/** The lake's files for those who keep them elsewhere: what is in them, and how they are joined. */
export { meanOf, sumOf } from "./bins.ts";
export { CORRECTION_FILE, correctionIn, correctionName } from "./correction-file.ts";
export { type Segment, segmentsOf, toldOf, within } from "./correction-segments.ts";
export { DAY_FILE, PART, timeOfPart } from "./names.ts";
export { joinParquet, metadataOf, partsNamed, type RecordedRow, readParquet } from "./parquet.ts";
export { DAY, dayName, QUARTER } from "./spans.ts";
