/** Names of the add-ons, without the prefix that their containers carry. */
export const ADD_ON_IDS = [
  "caddyproxy",
  "influxdb",
  "grafana",
  "grafana_ir",
  "mosquitto",
  "tailscale",
  "ngrok",
  "questdb",
] as const;
export type AddOnId = (typeof ADD_ON_IDS)[number];

const PREFIX = "s4q_";
/** Kept while an update is on its way. */
const ASIDE = ".vorher";

export const containerName = (id: AddOnId): string => `${PREFIX}${id}`;
export const asideName = (id: AddOnId): string => `${PREFIX}${id}${ASIDE}`;

export function isAddOnId(text: string): text is AddOnId {
  return ADD_ON_IDS.some((id) => id === text);
}

/** The add-on that a container's name means. */
export function addOnOf(name: string): AddOnId | undefined {
  const id = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : "";
  return isAddOnId(id) ? id : undefined;
}
