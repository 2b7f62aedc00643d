/**
 * A container's specification → the engine's. Here stands what holds for all of them: no restart by the engine (we are the one
 * owner of the wanted state), no privileges, bounded processes, memory and log, ports on loopback only.
 */
import type { ContainerCreateOptions } from "dockerode";
import type { ContainerSpec } from "../engine.ts";

const LOG = { Type: "json-file", Config: { "max-size": "5m", "max-file": "2" } };

export function createOptions(spec: ContainerSpec): ContainerCreateOptions {
  const { network, limits } = spec;
  const own = network.kind === "own";
  return {
    name: spec.name,
    Image: spec.image,
    Labels: { ...spec.labels },
    Env: Object.entries(spec.env).map(([name, value]) => `${name}=${value}`),
    ...(spec.command ? { Cmd: [...spec.command] } : {}),
    ExposedPorts: own ? Object.fromEntries(spec.ports.map(({ container }) => [`${container}/tcp`, {}])) : {},
    HostConfig: {
      NetworkMode: own ? network.name : "host",
      PortBindings: own
        ? Object.fromEntries(
            spec.ports.map(({ container, host }) => [
              `${container}/tcp`,
              [{ HostIp: "127.0.0.1", HostPort: String(host) }],
            ]),
          )
        : {},
      Mounts: Object.entries(spec.volumes).map(([Source, Target]) => ({ Type: "volume", Source, Target })),
      RestartPolicy: { Name: "no" },
      Init: true,
      Privileged: false,
      CapDrop: ["ALL"],
      CapAdd: [...spec.capabilities],
      SecurityOpt: ["no-new-privileges"],
      Memory: limits.memoryMiB * 1024 * 1024,
      NanoCpus: Math.round(limits.cpus * 1e9),
      PidsLimit: limits.processes,
      LogConfig: LOG,
    },
    ...(own
      ? { NetworkingConfig: { EndpointsConfig: { [network.name]: { Aliases: [network.alias] } } } }
      : {}),
  };
}
