import { addOn, nothing } from "./add-on.ts";

/** Renders Grafana's panels as pictures; keeps nothing. */
export const grafanaIr = addOn({
  title: "Grafana Image Renderer",
  group: "third-party",
  image: { repository: "grafana/grafana-image-renderer", tag: "3.12.5" },
  network: "own",
  ports: [{ container: 8081, host: 28_081 }],
  volumes: {},
  capabilities: [],
  limits: { memoryMiB: 1024, cpus: 1, processes: 512 },
  health: { kind: "http", port: 8081, path: "/", timeoutMs: 60_000 },
  reset: [],
  controls: { control: true, reset: false },
  stopSeconds: 10,
  parameters: nothing,
  render: () => ({ env: {}, files: [] }),
  commands: {},
});
