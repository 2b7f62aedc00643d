/**
 * The add-ons. A new one is a file of this folder and a line here; the compiler asks for the line in `ids.ts` too
 * (docs/how-to/add-an-add-on.md).
 */
import type { AddOn } from "./add-on.ts";
import { caddyproxy } from "./caddyproxy/index.ts";
import { grafana } from "./grafana.ts";
import { grafanaIr } from "./grafana-ir.ts";
import type { AddOnId } from "./ids.ts";
import { influxdb } from "./influxdb.ts";
import { mosquitto } from "./mosquitto/index.ts";
import { ngrok } from "./ngrok.ts";
import { questdb } from "./questdb.ts";
import { tailscale } from "./tailscale.ts";

export const CATALOGUE: Readonly<Record<AddOnId, AddOn>> = {
  caddyproxy,
  influxdb,
  grafana,
  grafana_ir: grafanaIr,
  mosquitto,
  tailscale,
  ngrok,
  questdb,
};
