import { assets } from "./assets.ts";
import { broken } from "./broken.ts";
import { control } from "./control.ts";
import { everyType } from "./every-type.ts";
import { firstSteps } from "./first-steps.ts";
import { knx } from "./knx.ts";
import { messages } from "./messages.ts";
import { mqtt } from "./mqtt.ts";
import { oneForm } from "./one-form.ts";

/** Every file of `examples/` that is made here. */
export const exampleFiles: readonly { name: string; make: () => Promise<Uint8Array> }[] = [
  { name: "alle-typen.xlsx", make: () => oneForm(everyType) },
  { name: "erste-schritte.xlsx", make: () => oneForm(firstSteps) },
  { name: "feldgeraete.xlsx", make: () => oneForm(assets) },
  { name: "knx.xlsx", make: () => oneForm(knx) },
  { name: "meldungen.xlsx", make: () => oneForm(messages) },
  { name: "mqtt.xlsx", make: () => oneForm(mqtt) },
  { name: "regelung.zip", make: control },
  { name: "fehlerbeispiel.zip", make: broken },
];
