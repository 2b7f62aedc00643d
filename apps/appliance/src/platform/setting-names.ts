/** What people call a setting. German, by the name it is stored under. */
const NAMES: Readonly<Record<string, string>> = {
  "backup.config": "Datensicherung",
  "containers.active": "eingeschaltete Container",
  "influxdb.access": "Zugang zur InfluxDB",
  "lake.export": "Weitergabe der Aufzeichnung",
  "metrics.token": "Token für Prometheus",
  "mosquitto.users": "Benutzer von Mosquitto",
  "ngrok.settings": "ngrok",
  "proxy.proof": "Kennung des eigenen Reverse Proxy",
  "proxy.rules": "Regeln des Reverse Proxy",
  "state.http": "Statusweiterleitung über HTTP",
  "state.influxdb": "Statusweiterleitung an InfluxDB",
  "state.mqtt": "Statusweiterleitung über MQTT",
  "state.settings": "Statusweiterleitung",
  "tailscale.settings": "Tailscale",
  "trace.stars": "Sterne von Channels",
  "update.config": "Updates",
  users: "Benutzer des Webservers",
};

export const settingName = (name: string): string =>
  Object.hasOwn(NAMES, name) ? (NAMES[name] ?? name) : name;
