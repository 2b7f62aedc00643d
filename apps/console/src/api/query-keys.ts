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
  alarms: ["alarms"],
  /** With what the project says of rosters; not with each alarm. */
  alarmPeople: ["project", "alarmPeople"],
  /** Not asked for: the stream tells it. */
  alarmHead: ["alarmHead"],
  stars: ["stars"],
  /** Forms that were not saved yet. */
  unsaved: ["unsaved"],
  why: ["why"],
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
  "alarms/ack": [queryKeys.alarms],
  "alarms/comment": [queryKeys.alarms],
  "alarms/heartbeat": [["alarm-heartbeat"]],
  "alarms/link": [queryKeys.alarmPeople],
  "alarms/maintenance": [queryKeys.alarms],
  "alarms/people": [queryKeys.alarmPeople],
  "alarms/reset": [queryKeys.alarms],
  "alarms/rosters": [queryKeys.alarmPeople],
  "alarms/shelve": [queryKeys.alarms],
  "alarms/unshelve": [queryKeys.alarms],
  "backup/config": [["backup"]],
  "backup/run": [["backup"]],
  "backup/delete": [["backup"]],
  "caddyproxy/rules": [["container", "caddyproxy"]],
  "caddyproxy/certificates": [["container", "caddyproxy"]],
  "energy/mail": [["energy-mail"]],
  "energy/exchange": [[...queryKeys.project, "energy"]],
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
  "pages/links": [[...queryKeys.project, "page-links"]],
  "pages/plan": [["plans"]],
  "pods/config": [queryKeys.pods],
  "pods/delete": [queryKeys.pods],
  "pods/log_level": [queryKeys.pods],
  "project/drafts": [[...queryKeys.project, "drafts"]],
  "project/version": [[...queryKeys.project, "versions"]],
  "schedules/calendars": [[...queryKeys.project, "schedules"]],
  "schedules/override": [[...queryKeys.project, "schedules"]],
  "schedules/reset": [[...queryKeys.project, "schedules"]],
  "schedules/save": [[...queryKeys.project, "schedules"]],
  "recording/change": [queryKeys.project],
  "recording/correct": [[...queryKeys.project, "trace"]],
  "recording/corrections": [[...queryKeys.project, "trace"]],
  "recording/keep": [["stores"]],
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
  "invitation/accept": [["system", "people"]],
  "oidc/finish": [["system", "people"]],
  "system/oidc": [
    ["system", "oidc"],
    ["system", "people"],
  ],
  "system/people": [["system", "people"]],
  "system/passkeys": [["system", "passkeys"]],
  "system/second_factor": [
    ["system", "second-factor"],
    ["system", "passkeys"],
  ],
  "system/central": [["system", "central"]],
  "system/mcp": [["system", "mcp"]],
  "system/tokens": [["system", "machine-tokens"]],
  "system/sessions": [["system", "sessions"]],
  "trace/stars": [queryKeys.stars],
  "tailscale/config": [["container", "tailscale"]],
  "wsauth/users": [["resources", "users"]],
};

export const keysOfPlace = (place: string): readonly (readonly string[])[] => PLACES[place] ?? [];
