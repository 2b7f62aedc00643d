import * as z from "zod/mini";
import { addOn, command, nothing, token } from "./add-on.ts";

/** VPN service, in its own network stack: it needs neither a device nor a capability of the host. */
export const tailscale = addOn({
  title: "Tailscale",
  group: "third-party",
  image: { repository: "tailscale/tailscale", tag: "v1.82.5" },
  network: "own",
  ports: [],
  volumes: { state: "/var/lib/tailscale" },
  capabilities: [],
  limits: { memoryMiB: 256, cpus: 1, processes: 256 },
  health: { kind: "command", argv: ["tailscale", "status", "--json"], timeoutMs: 30_000 },
  reset: ["state"],
  controls: { control: true, reset: true },
  stopSeconds: 10,
  parameters: z.strictObject({
    token: token(),
    hostname: z.string().check(z.regex(/^[A-Za-z0-9-]{1,63}$/)),
  }),
  render: ({ token: key, hostname }) => ({
    env: {
      TS_AUTHKEY: key,
      TS_AUTH_ONCE: "true",
      TS_STATE_DIR: "/var/lib/tailscale",
      TS_USERSPACE: "true",
      TS_HOSTNAME: hostname,
    },
    files: [],
  }),
  commands: {
    status: command({
      argv: ["tailscale", "status", "--json"],
      timeoutMs: 10_000,
      args: nothing,
      files: () => [],
    }),
  },
});
