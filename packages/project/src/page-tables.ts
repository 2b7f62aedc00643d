/** Columns of the table `pages`. */
import { PAGE_BLOCKS, type PageColumnName } from "@hubwart/contract/page-blocks";
import { type Columns, choice, flag, float, int, text } from "./columns.ts";
import { AREA_MAX } from "./tables.ts";

/** Columns of the grid; blocks reach from 1 to here. */
export const GRID_COLUMNS = 12;
/** Rows of the grid that a page may have. */
export const GRID_ROWS = 200;

export const PAGE_COLUMNS = {
  page: text({
    required: true,
    maxLength: AREA_MAX,
    doc: "Name of the page, as people read it; further rows with the same name add blocks. A `/` parts a group from what is in it.",
    help: "Name der Ansicht, z. B. Büro 2; weitere Zeilen mit demselben Namen ergänzen Bausteine",
  }),
  block: choice(PAGE_BLOCKS, {
    required: true,
    doc: "What is shown: a value, a set point, a switch, a trend of recorded values, a list of values, alarms, a schedule, a plan, a text.",
    help: "Baustein: value (Wert), setpoint (Sollwert), switch (Schalter), trend (Verlauf), list (Liste), alarms (Meldungen), schedule (Zeitprogramm), plan (Grundriss), text",
  }),
  source: text({
    maxLength: 2_000,
    doc: "What it is of: the full name of a channel, several separated by commas for `trend`, a pattern or an area for `list`, an area or a class for `alarms` (all if empty), a schedule, a file (`eg.svg`) for `plan`.",
    help: "Woher: voller Name eines Channels; bei trend mehrere durch Komma getrennt; bei list ein Muster oder Bereich; bei alarms ein Bereich oder eine Klasse, leer: alle; bei schedule ein Zeitprogramm; bei plan eine Datei, z. B. eg.svg",
  }),
  label: text({
    maxLength: 2_000,
    doc: "Name shown to people, instead of the channel's own; of a text what it says.",
    help: "Bezeichnung anstelle der des Channels; bei text der Text",
  }),
  x: float({
    min: 0,
    max: 100,
    doc: "First column of the grid, 1 to 12; found by itself if empty. On a plan: per cent from the left.",
    help: "Erste Spalte des Rasters, 1 bis 12; leer: von selbst. Auf einem Plan: Prozent von links",
  }),
  y: float({
    min: 0,
    max: GRID_ROWS,
    doc: "First row of the grid, from 1; found by itself if empty. On a plan: per cent from the top.",
    help: "Erste Zeile des Rasters, ab 1; leer: von selbst. Auf einem Plan: Prozent von oben",
  }),
  w: int({
    min: 1,
    max: GRID_COLUMNS,
    doc: "Columns that it takes; by its kind if empty.",
    help: "Breite in Spalten; leer: je nach Baustein",
  }),
  h: int({
    min: 1,
    max: 24,
    doc: "Rows that it takes; by its kind if empty.",
    help: "Höhe in Zeilen; leer: je nach Baustein",
  }),
  on: text({
    maxLength: 200,
    doc: "Source of a plan of the same page: the block stands on it, at `x` and `y`.",
    help: "Datei eines Plans derselben Ansicht, auf dem der Baustein bei x und y steht",
  }),
  actual: text({
    maxLength: 210,
    doc: "Channel of the actual value beside a set point or switch; found by the names if empty.",
    help: "Channel des Istwerts neben Sollwert oder Schalter; leer: nach den Namen gesucht",
  }),
  decimals: int({ min: 0, max: 6, doc: "Decimals of the numbers.", help: "Nachkommastellen" }),
  min: float({ doc: "Least value of a set point.", help: "Kleinster Sollwert" }),
  max: float({ doc: "Greatest value of a set point.", help: "Größter Sollwert" }),
  step: float({ doc: "Step of a set point.", help: "Schrittweite des Sollwerts" }),
  choices: text({
    maxLength: 2_000,
    doc: "What a switch may be set to, and how that is called: `0=Aus;1=Ein;2=Automatik`. Yes and no if empty.",
    help: "Stellungen eines Schalters mit ihren Namen: 0=Aus;1=Ein;2=Automatik; leer: Ein und Aus",
  }),
  confirm: flag({
    doc: "A write is asked about first.",
    help: "ja: vor dem Schreiben wird nachgefragt",
  }),
} as const satisfies Record<PageColumnName, Columns[string]>;

export const PAGE_TABLES = { pages: { columns: PAGE_COLUMNS, required: ["page", "block"] } } as const;
