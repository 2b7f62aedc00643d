/** Names of the add-ons, by the name in the address. Apart from their other texts: the breadcrumbs of every page know them. */
export const containerNames: Readonly<Record<string, string>> = {
  caddyproxy: "Caddy Proxy",
  influxdb: "InfluxDB",
  grafana: "Grafana",
  grafana_ir: "Grafana Image Renderer",
  mosquitto: "Mosquitto",
  tailscale: "Tailscale",
  ngrok: "ngrok",
  questdb: "QuestDB",
};
