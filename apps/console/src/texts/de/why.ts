/** Texts around the cause of a value; what the cause is and what to do about it says the hub. */
import { formatDecimal } from "../../lib/intl.ts";

const counted = (count: number, one: string, more: string) =>
  count === 1 ? `1 ${one}` : `${formatDecimal(count, 0)} ${more}`;

export const whyTexts = {
  title: "Warum?",
  since: (moment: string) => `seit ${moment}`,
  before: (count: number) => (count === 0 ? "davor kein Wert" : `davor ${counted(count, "Wert", "Werte")}`),
  mend: "Abhilfe",
  way: (steps: number) => `Weg zum Wert (${counted(steps, "Schritt", "Schritte")})`,
  skipped: (count: number) => `… ${counted(count, "Schritt", "Schritte")} ausgelassen …`,
  others: (count: number) => `und ${counted(count, "weitere Ursache", "weitere Ursachen")}`,
  to: {
    pod: "Zum Pod",
    channel: "Zum Channel",
    script: "Zum Skript",
    license: "Zur Lizenz",
    project: "Zum Projekt",
    schedule: "Zu den Zeitprogrammen",
    constants: "Zu den Konstanten",
  },
};
