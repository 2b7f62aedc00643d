/** Columns of the tables `schedules`, `schedule_times` and `calendars`. */
import { type Columns, choice, int, text } from "./columns.ts";
import { SCHEDULE_TYPES } from "./compiled.ts";

export const SCHEDULE_COLUMNS = {
  id: text({
    required: true,
    doc: "`name` or `group.name`; links refer to it as `sched.group.name` (group `main` if left out).",
    help: "name oder gruppe.name; in Verknüpfungen sched.gruppe.name",
  }),
  label: text({ maxLength: 200, doc: "Name shown to people.", help: "Anzeigename" }),
  type: choice(SCHEDULE_TYPES, {
    doc: "Type of the values; follows from the default if empty.",
    help: "Typ der Werte; leer: folgt aus dem Vorgabewert",
  }),
  default: text({
    required: true,
    maxLength: 32_000,
    doc: "The value as long as nothing is planned, and on days of an exception for which there are no times.",
    help: "Wert, solange nichts geplant ist, und an Ausnahmetagen ohne eigene Zeiten, z. B. nein",
  }),
  calendar: text({
    maxLength: 2_000,
    doc: "Calendars on whose days the days of the week do not count, separated by commas. Those that its times name are meant anyway.",
    help: "Kalender, an deren Tagen die Wochentage nicht zählen, durch Komma getrennt, z. B. Ferien; die in seinen Zeiten genannten zählen ohnehin",
  }),
} as const satisfies Columns;

export const SCHEDULE_TIME_COLUMNS = {
  schedule: text({
    required: true,
    doc: "The schedule, as its row has it or by its full name.",
    help: "ID des Zeitprogramms",
  }),
  days: text({
    required: true,
    maxLength: 2_000,
    doc: "Days of the week (`Mo`, `Mo–Fr`, `täglich`) and names of calendars, separated by commas.",
    help: "Tage, z. B. Mo–Fr, Sa, täglich, oder Namen von Kalendern, z. B. Feiertag; mehrere durch Komma getrennt",
  }),
  at: text({
    required: true,
    dates: true,
    doc: "From then on the value holds: `07:00`, `Sonnenaufgang+30`, `Sonnenuntergang-15` (minutes after and before).",
    help: "Ab dann gilt der Wert: 07:00, Sonnenaufgang+30, Sonnenuntergang-15 (Minuten danach oder davor)",
  }),
  value: text({
    required: true,
    maxLength: 32_000,
    doc: "The value.",
    help: "Wert ab dieser Zeit, z. B. ja",
  }),
} as const satisfies Columns;

export const CALENDAR_COLUMNS = {
  calendar: text({
    required: true,
    doc: "Name of the calendar. Further rows with the same name add days.",
    help: "Name des Kalenders, z. B. Ferien; weitere Zeilen mit demselben Namen ergänzen Tage",
  }),
  from: text({
    required: true,
    dates: true,
    doc: "First day: `24.12.2026`, `2026-12-24`, or `24.12.` for every year. Or `Feiertage BY`: the public holidays of a German state.",
    help: "Erster Tag, z. B. 24.12.2026 oder 2026-12-24, oder 24.12. für jedes Jahr; oder die Feiertage eines Landes, z. B. Feiertage BY",
  }),
  to: text({
    dates: true,
    doc: "Last day; the first alone if empty.",
    help: "Letzter Tag; leer: nur der erste",
  }),
  label: text({ maxLength: 200, doc: "Name shown to people.", help: "Anzeigename, z. B. Sommerferien" }),
  priority: int({
    min: 1,
    max: 16,
    doc: "Of two calendars that have a day the one with the lower number counts, as in BACnet; 8 if no row of the calendar says so.",
    help: "Gehört ein Tag zu zwei Kalendern, zählt der mit der kleineren Zahl; leer in allen Zeilen: 8",
  }),
} as const satisfies Columns;

/** Of a calendar of which no row says anything else. */
export const USUAL_PRIORITY = 8;

export const SCHEDULE_TABLES = {
  schedules: { columns: SCHEDULE_COLUMNS, required: ["id", "default"] },
  schedule_times: { columns: SCHEDULE_TIME_COLUMNS, required: ["schedule", "days", "at", "value"] },
  calendars: { columns: CALENDAR_COLUMNS, required: ["calendar", "from"] },
} as const;
