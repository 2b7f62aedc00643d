import { assets } from "./assets.ts";
import { broken } from "./broken.ts";
import { control } from "./control.ts";
import { energy } from "./energy.ts";
import { everyType } from "./every-type.ts";
import { firstSteps } from "./first-steps.ts";
import { knx } from "./knx.ts";
import { messages } from "./messages.ts";
import { mqtt } from "./mqtt.ts";
import { oneForm } from "./one-form.ts";
import { pages, planPicture } from "./pages.ts";
import { schedules } from "./schedules.ts";
import { visualisation } from "./visualisation.ts";

/** Every project of `examples/`. */
export const exampleFiles: readonly { name: string; make: () => Promise<Uint8Array> }[] = [
  { name: "alle-typen.xlsx", make: () => oneForm(everyType) },
  { name: "energie.xlsx", make: () => oneForm(energy) },
  { name: "ansichten.zip", make: pages },
  { name: "erste-schritte.xlsx", make: () => oneForm(firstSteps) },
  { name: "feldgeraete.xlsx", make: () => oneForm(assets) },
  { name: "knx.xlsx", make: () => oneForm(knx) },
  { name: "meldungen.xlsx", make: () => oneForm(messages) },
  { name: "mqtt.xlsx", make: () => oneForm(mqtt) },
  { name: "regelung.zip", make: control },
  { name: "zeitprogramme.xlsx", make: () => oneForm(schedules) },
  { name: "fehlerbeispiel.zip", make: broken },
];

/** What is uploaded beside a project: under "Öffentliche Dateien", and as a plan under "Ansichten". */
export const pageFiles: typeof exampleFiles = [
  { name: "seiten/visualisierung.zip", make: visualisation },
  { name: "erdgeschoss.svg", make: async () => Buffer.from(planPicture) },
];
