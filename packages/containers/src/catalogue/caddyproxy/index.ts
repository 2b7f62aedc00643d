import { InvalidInputError } from "@hubwart/core";
import * as z from "zod/mini";
import { addOn, command } from "../add-on.ts";
import { certificateFile, haproxyConfig, ruleDigests, usesTls } from "./haproxy.ts";
import { proxyParameters } from "./parameters.ts";

const NEXT = "/etc/proxy/next";

/**
 * The way in from outside. It uses the host's network, because pods and add-ons listen on loopback. Why haproxy serves all four
 * protocols: docs/decisions/proxy-server.md.
 */
export const caddyproxy = addOn({
  title: "Caddy Proxy",
  group: "system",
  image: { repository: "hubwart/caddyproxy", tag: "2.6.12-1" },
  network: "host",
  ports: [],
  volumes: {},
  capabilities: ["NET_BIND_SERVICE"],
  limits: { memoryMiB: 512, cpus: 2, processes: 256 },
  health: { kind: "command", argv: ["/usr/local/bin/healthy"], timeoutMs: 20_000 },
  reset: [],
  controls: { control: true, reset: false },
  stopSeconds: 5,
  parameters: proxyParameters,
  render: (parameters) => {
    const files = parameters.rules.filter(usesTls).map((rule) => {
      const file = certificateFile(parameters, rule);
      if (file) return file;
      throw new InvalidInputError([{ field: "certificate", message: "Es fehlt ein Zertifikat." }]);
    });
    const certificates = new Map(files.map(({ path, content }) => [path, content]));
    return {
      env: {},
      files: [
        { path: `${NEXT}/haproxy.cfg`, content: haproxyConfig(parameters), mode: 0o600 },
        { path: `${NEXT}/rules`, content: ruleDigests(parameters), mode: 0o600 },
        ...[...certificates].map(([path, content]) => ({ path, content, mode: 0o600 })),
      ],
    };
  },
  apply: "apply",
  commands: {
    apply: command({
      argv: ["/usr/local/bin/apply"],
      timeoutMs: 20_000,
      args: z.strictObject({}),
      files: () => [],
    }),
  },
});
