import * as z from "zod/mini";
import { addOn, token } from "./add-on.ts";

const tunnel = z.strictObject({
  proto: z.enum(["http", "https", "tcp"]),
  /** Resolved: what the container can reach. */
  addr: z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,253}:[0-9]{1,5}$/)),
  domain: z.optional(z.string().check(z.regex(/^[A-Za-z0-9.-]{0,253}$/))),
});

/** Tunnels to the maker's service. Shares the host's network, so that its targets are the same names as everywhere. */
export const ngrok = addOn({
  title: "ngrok",
  group: "third-party",
  image: { repository: "ngrok/ngrok", tag: "3.22.1-alpine" },
  network: "host",
  ports: [{ container: 24_040, host: 24_040 }],
  volumes: {},
  capabilities: [],
  limits: { memoryMiB: 256, cpus: 1, processes: 256 },
  health: { kind: "http", port: 24_040, path: "/api/tunnels", timeoutMs: 30_000 },
  reset: [],
  controls: { control: true, reset: false },
  stopSeconds: 5,
  parameters: z.strictObject({
    authtoken: token(),
    api_key: z.optional(token()),
    tunnels: z.array(tunnel).check(z.maxLength(50)),
  }),
  render: ({ authtoken, api_key, tunnels }) => ({
    env: { NGROK_CONFIG: "/etc/ngrok.yml" },
    files: [
      {
        path: "/etc/ngrok.yml",
        // Which account the image takes is its maker's matter; nobody else is in the container.
        mode: 0o644,
        // JSON is YAML too. Agent configuration of version 2, as its reference has it.
        content: `${JSON.stringify({
          version: "2",
          authtoken,
          ...(api_key ? { api_key } : {}),
          web_addr: "127.0.0.1:24040",
          tunnels: Object.fromEntries(
            tunnels.map(({ proto, addr, domain }, index) => [
              `t${index}`,
              {
                // "https" tells of the local side; the tunnel itself is always offered by https.
                proto: proto === "tcp" ? "tcp" : "http",
                addr: proto === "https" ? `https://${addr}` : addr,
                ...(domain ? { domain } : {}),
              },
            ]),
          ),
        })}\n`,
      },
    ],
  }),
  commands: {},
});
