import { writeWorkbook } from "@hubwart/project/workbook";
import { assets } from "./assets.ts";
import { broken } from "./broken.ts";
import { control } from "./control.ts";
import { everyType } from "./every-type.ts";
import { firstSteps } from "./first-steps.ts";
import { knx } from "./knx.ts";
import { messages } from "./messages.ts";
import { mqtt } from "./mqtt.ts";

/** Every file of `examples/` that is made here. */
export const exampleFiles: readonly { name: string; make: () => Promise<Uint8Array> }[] = [
  { name: "alle-typen.xlsx", make: () => writeWorkbook(everyType) },
  { name: "erste-schritte.xlsx", make: () => writeWorkbook(firstSteps) },
  { name: "feldgeraete.xlsx", make: () => writeWorkbook(assets) },
  { name: "knx.xlsx", make: () => writeWorkbook(knx) },
  { name: "meldungen.xlsx", make: () => writeWorkbook(messages) },
  { name: "mqtt.xlsx", make: () => writeWorkbook(mqtt) },
  { name: "regelung.zip", make: control },
  { name: "fehlerbeispiel.zip", make: broken },
];
