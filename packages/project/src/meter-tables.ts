/** Columns of the table `meters`. */
import { type Columns, choice, flag, float, text } from "./columns.ts";
import { METER_KINDS, TARGET_PERIODS } from "./compiled.ts";
import { MEDIA, METER_UNITS } from "./meter/media.ts";

export const METER_COLUMNS = {
  id: text({
    required: true,
    doc: "Name of the meter. What it consumed is a source: `meter.name.day`.",
    help: "Name des Zählers, z. B. strom-haupt; der Verbrauch ist eine Quelle, z. B. meter.strom-haupt.day",
  }),
  label: text({ maxLength: 200, doc: "Name shown to people.", help: "Anzeigename" }),
  source: text({
    required: true,
    maxLength: 300,
    doc: "Full name of the channel with the reading, the power or the temperature.",
    help: "Voller Name des Channels mit dem Zählerstand, der Leistung oder der Temperatur",
  }),
  medium: choice(MEDIA, {
    required: true,
    doc: "What is measured; generation: electricity of the own plant; temperature: the air outside, for degree days.",
    help: "Was gezählt wird: electricity (Strom), generation (eigene Stromerzeugung), heat (Wärme), cooling (Kälte), gas, oil (Heizöl), wood (Holz), steam (Dampf), water (Wasser), hot_water (Warmwasser), air (Druckluft), temperature (Außentemperatur, für Gradtagszahlen)",
  }),
  unit: choice(METER_UNITS, {
    required: true,
    doc: "Unit of the consumption, one that fits the medium. A power is in this unit an hour (kW where it is kWh).",
    help: "Einheit des Verbrauchs, passend zum Medium, z. B. kWh oder m³; eine Leistung zählt je Stunde (kW bei kWh)",
  }),
  factor: float({
    doc: "Value of the source × factor = `unit`, or `unit` an hour, greater than 0; from the unit of the channel if empty, otherwise 1.",
    help: "Wert der Quelle × Faktor ergibt die Einheit des Verbrauchs, größer als 0; leer: folgt aus der Einheit des Channels, sonst 1",
  }),
  kind: choice(METER_KINDS, {
    doc: "counter: a reading that rises; power: what flows now, summed over time; temperature: its mean. If empty, temperature for that medium and counter for others.",
    help: "counter (Zählerstand, der steigt), power (Leistung, über die Zeit summiert), temperature (Mittelwert); leer: temperature bei diesem Medium, sonst counter",
  }),
  parent: text({
    doc: "The meter before this one: what it has more than all behind it is the remainder.",
    help: "Zähler, hinter dem dieser sitzt; was er mehr zählt als alle dahinter, ist der Rest",
  }),
  area: text({
    maxLength: 200,
    doc: "Part of the building, to group by.",
    help: "Gebäudeteil oder Nutzung, zum Gruppieren, z. B. Halle 2",
  }),
  m2: float({
    min: 0.01,
    max: 10_000_000,
    unit: "m²",
    doc: "Floor area that the meter supplies, for figures per m².",
    help: "Fläche, die der Zähler versorgt, für den Verbrauch je m²",
  }),
  cost: text({
    maxLength: 300,
    doc: "Price of one `unit` in euros: a number, or the full name of a constant or schedule.",
    help: "Preis je Einheit in Euro: eine Zahl oder der volle Name einer Konstante oder eines Zeitprogramms, z. B. const.main.strompreis",
  }),
  co2: text({
    maxLength: 300,
    doc: "Kilograms of CO₂ of one `unit`: a number, or the full name of a constant or schedule.",
    help: "Kilogramm CO₂ je Einheit: eine Zahl oder der volle Name einer Konstante, z. B. 0,363",
  }),
  rollover: float({
    min: 1,
    doc: "Reading at which the counter starts again with 0, in values of the source: 100000 for five digits.",
    help: "Stand, bei dem der Zähler wieder bei 0 beginnt, in Werten der Quelle, z. B. 100000 bei fünf Stellen",
  }),
  resets: flag({
    doc: "The counter starts with 0 by itself, after a power cut for example: what it shows then counts, and the time before is marked.",
    help: "ja: der Zähler beginnt von selbst wieder bei 0, z. B. nach Stromausfall; was er dann anzeigt, zählt",
  }),
  max: float({
    min: 0,
    doc: "The most that can be consumed in an hour, in `unit`: readings beyond it are not counted but marked.",
    help: "Größter möglicher Verbrauch je Stunde; was darüber liegt, wird nicht gezählt, sondern gekennzeichnet",
  }),
  target: float({
    min: 0,
    doc: "Requirement value: the consumption not to be exceeded, in `unit` for `target_for`; greater than 0.",
    help: "Anforderungswert: Verbrauch, der nicht überschritten werden soll, für den Zeitraum in target_for, größer als 0",
  }),
  target_for: choice(TARGET_PERIODS, {
    default: "day",
    doc: "What `target` is for.",
    help: "Zeitraum des Anforderungswerts: day (Tag) oder month (Monat)",
  }),
} as const satisfies Columns;

export const METER_TABLES = {
  meters: { columns: METER_COLUMNS, required: ["id", "source", "medium", "unit"] },
} as const;
