/** What those who read a compiled project need to know of meters. */
export type { CompiledMeter, MeterKind, MeterRate, TargetPeriod } from "../compiled.ts";
export {
  figureName,
  figureOf,
  figuresOf,
  METER_FIGURES,
  type MeterFigure,
  unitOfFigure,
} from "./figures.ts";
export { BASE_OF, MEDIA, METER_UNITS, type Medium, type MeterBase, type MeterUnit } from "./media.ts";
