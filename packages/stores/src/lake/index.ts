export type { Chart, ChartPoint, ChartQuestion, ChartSeries } from "./chart.ts";
export { Lake } from "./lake.ts";
export type { Keep } from "./lake-files.ts";
