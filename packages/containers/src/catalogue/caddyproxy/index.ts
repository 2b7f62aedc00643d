import { InvalidInputError } from "@hubwart/core";
import * as z from "zod/mini";
import { addOn, command } from "../add-on.ts";
import { certificateFile, haproxyConfig, ruleDigests, trialConfig, usesTls } from "./haproxy.ts";
import { proxyParameters } from "./parameters.ts";

/** To a path that every server has. */
const REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: hubwart\r\nConnection: close\r\n\r\n";
const NEXT = "/etc/proxy/next";

/**
 * The way in from outside. It uses the host's network, because pods and add-ons listen on loopback. Why haproxy serves all four
 * protocols: docs/decisions/proxy-server.md.
 */
export const caddyproxy = addOn({
  title: "Caddy Proxy",
  group: "system",
  image: { repository: "hubwart/caddyproxy", tag: "2.6.12-2" },
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
    /** The real request of one rule through a proxy of its own: `status=200 end=--`, or `refused`. */
    try: command({
      argv: ["/usr/local/bin/try"],
      timeoutMs: 20_000,
      args: proxyParameters,
      ownRun: true,
      files: (parameters, run) => {
        const [rule] = parameters.rules;
        if (!rule) throw new InvalidInputError([{ field: "rules", message: "Erwartet wird eine Regel." }]);
        const base = `/tmp/try-${run}`;
        const file = usesTls(rule) ? certificateFile(parameters, rule) : undefined;
        return [
          { path: `${base}.cfg`, content: trialConfig(rule, parameters, base), mode: 0o600 },
          { path: `${base}.request`, content: REQUEST, mode: 0o600 },
          ...(file ? [{ ...file, mode: 0o600 }] : []),
        ];
      },
    }),
  },
});
