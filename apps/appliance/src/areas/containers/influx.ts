/** Access to the InfluxDB add-on, made once; Grafana and the status forwarding use it too. */
import { randomBytes } from "node:crypto";
import type { Clock } from "@hubwart/core";
import { defineSetting, type Store } from "@hubwart/core/store";
import * as z from "zod/mini";

const setting = defineSetting({
  name: "influxdb.access",
  schema: z.object({ password: z.string(), token: z.string() }),
  fallback: { password: "", token: "" },
  needs: "nothing",
});

export interface InfluxAccess {
  org: string;
  bucket: string;
  password: string;
  token: string;
}

export function influxAccess(store: Pick<Store, "settings">, clock: Clock, product: string): InfluxAccess {
  let { password, token } = store.settings.read(setting);
  if (token === "") {
    password = randomBytes(18).toString("base64url");
    token = randomBytes(48).toString("base64url");
    store.settings.write(setting, { password, token }, clock.now());
  }
  const org = product.replace(/[^A-Za-z0-9_-]/g, "-").slice(0, 50);
  return { org, bucket: `${org.replaceAll("-", "_")}_state`, password, token };
}
