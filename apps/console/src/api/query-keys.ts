/**
 * Keys of the queries that more than one area reads or that the event stream feeds. Keys of a single area stay
 * in its `api/` files and begin with the area's name, so that `invalidateQueries({ queryKey: ["area"] })` reaches all.
 */
export const queryKeys = {
  info: ["info"],
  containers: ["containers"],
  pods: ["pods"],
  project: ["project"],
  jobs: ["jobs"],
  stars: ["stars"],
} as const;

/** What is asked anew when another project applies. What an area derives from the project begins with `project`. */
export const projectKeys = [queryKeys.project, queryKeys.pods, queryKeys.info];

/**
 * What is asked anew when something was changed under this place of the address space (`changedPlace` of the contract), by
 * whomever. What is being typed stays: forms keep what was changed in them.
 */
export const PLACES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "{container}/config": [["container"], queryKeys.containers],
  "{container}/restart": [["container"], queryKeys.containers],
  "{container}/rstore": [["container"]],
  "{container}/update": [["container"], queryKeys.containers],
  "backup/config": [["backup"]],
  "backup/run": [["backup"]],
  "backup/delete": [["backup"]],
  "caddyproxy/rules": [["container", "caddyproxy"]],
  "caddyproxy/certificates": [["container", "caddyproxy"]],
  "knx/debug": [["knx"]],
  "knx/keyring": [["knx"]],
  "knx/delete_keyring": [["knx"]],
  "license/upload": [["license"], queryKeys.info],
  "license/renew": [["license"], queryKeys.info],
  "metrics/token": [["forwarding", "metrics"]],
  "mosquitto/users": [["container", "mosquitto"]],
  "network/hostname": [["network"]],
  "network/interfaces": [["network"]],
  "network/ntp": [["network"]],
  "network/ssh": [["network"]],
  "network/tz": [["network"]],
  "ngrok/config": [["container", "ngrok"]],
  "pods/config": [queryKeys.pods],
  "pods/delete": [queryKeys.pods],
  "pods/log_level": [queryKeys.pods],
  "project/drafts": [[...queryKeys.project, "drafts"]],
  "project/version": [[...queryKeys.project, "versions"]],
  "resources/baskets": [[...queryKeys.project, "constants"]],
  "resources/certs": [["certs"]],
  "resources/htdocs": [["htdocs"]],
  "resources/lake": [["stores"]],
  "resources/{store}": [["stores"]],
  "resources/lua": [
    ["resources", "scripts"],
    [...queryKeys.project, "scripts"],
  ],
  "resources/tls": [["certs"]],
  "state/config": [["forwarding"]],
  "system/log": [["logging", "levels"]],
  "trace/stars": [queryKeys.stars],
  "tailscale/config": [["container", "tailscale"]],
  "wsauth/users": [["resources", "users"]],
};

export const keysOfPlace = (place: string): readonly (readonly string[])[] => PLACES[place] ?? [];
