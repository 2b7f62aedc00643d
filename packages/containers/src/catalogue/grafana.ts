import * as z from "zod/mini";
import { addOn, command, token } from "./add-on.ts";
import { deviceDashboard } from "./grafana-dashboard.ts";

const PROVISIONING = "/etc/grafana/provisioning";
const PASSWORD_FILE = "/tmp/hubwart-password";
const UID = 472;

/** Dashboards. With InfluxDB beside it, it comes with a data source and a first dashboard of the device's own figures. */
export const grafana = addOn({
  title: "Grafana",
  group: "third-party",
  image: { repository: "grafana/grafana", tag: "11.6.1" },
  network: "own",
  ports: [{ container: 3000, host: 23_000 }],
  volumes: { data: "/var/lib/grafana" },
  capabilities: [],
  limits: { memoryMiB: 512, cpus: 1, processes: 512 },
  health: { kind: "http", port: 3000, path: "/api/health", timeoutMs: 60_000 },
  reset: ["data"],
  // Its manual: the database is one file, to be copied while Grafana does not run.
  backup: { folder: "/var/lib/grafana", secret: true },
  controls: { control: true, reset: true },
  stopSeconds: 10,
  parameters: z.strictObject({
    influx: z.optional(
      z.strictObject({
        token: token(),
        org: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,60}$/)),
        bucket: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,60}$/)),
      }),
    ),
  }),
  render: ({ influx }) => ({
    env: {
      GF_ANALYTICS_REPORTING_ENABLED: "false",
      GF_ANALYTICS_CHECK_FOR_UPDATES: "false",
      GF_RENDERING_SERVER_URL: "http://grafana_ir:8081/render",
      GF_RENDERING_CALLBACK_URL: "http://grafana:3000/",
    },
    // JSON is YAML too, and needs no escaping of our own.
    files: influx
      ? [
          file(`${PROVISIONING}/datasources/hubwart.yaml`, {
            apiVersion: 1,
            datasources: [
              {
                name: "Hubwart",
                uid: "hubwart",
                type: "influxdb",
                url: "http://influxdb:8086",
                isDefault: true,
                jsonData: { version: "Flux", organization: influx.org, defaultBucket: influx.bucket },
                secureJsonData: { token: influx.token },
              },
            ],
          }),
          file(`${PROVISIONING}/dashboards/hubwart.yaml`, {
            apiVersion: 1,
            providers: [{ name: "Hubwart", type: "file", options: { path: "/etc/grafana/hubwart" } }],
          }),
          file("/etc/grafana/hubwart/device.json", deviceDashboard(influx.bucket)),
        ]
      : [],
  }),
  commands: {
    /** Needs no present password (Grafana's reference: "Reset admin password"). */
    "reset-password": command({
      argv: [
        "/bin/sh",
        "-c",
        `grafana cli admin reset-admin-password --password-from-stdin < ${PASSWORD_FILE}; code=$?; rm -f ${PASSWORD_FILE}; exit $code`,
      ],
      timeoutMs: 60_000,
      args: z.strictObject({ password: z.string().check(z.minLength(1), z.maxLength(1024)) }),
      files: ({ password }) => [{ path: PASSWORD_FILE, content: password, mode: 0o600, uid: UID }],
    }),
  },
});

function file(path: string, content: object) {
  return { path, content: `${JSON.stringify(content, null, 2)}\n`, mode: 0o640, uid: UID };
}
