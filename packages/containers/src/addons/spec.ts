/** A catalogue entry and its rendered parameters → how the engine is to make the container. */
import { createHash } from "node:crypto";
import type { AddOn, Rendered } from "../catalogue/add-on.ts";
import { type AddOnId, addOnOf, asideName, containerName } from "../catalogue/ids.ts";
import type { ContainerSpec, ContainerState } from "../engine.ts";

export const ADD_ON_LABEL = "org.hubwart.add-on";
export const SPEC_LABEL = "org.hubwart.spec";
export const NETWORK = "s4q";
const PUBLIC_REGISTRY = "docker.io";

/** `registry` stands in for the public one, for all images alike. */
export function imageReference({ image }: AddOn, registry: string | undefined): string {
  return `${registry ?? PUBLIC_REGISTRY}/${image.repository}:${image.tag}`;
}

export const volumeName = (id: AddOnId, part: string): string => `${containerName(id)}_${part}`;

type Named = Pick<ContainerState, "name" | "labels">;

/** The add-on that a container is: it has its name and our label. With the name alone it is somebody else's. */
export function addOnIn({ name, labels }: Named): AddOnId | undefined {
  const id = addOnOf(name);
  return id !== undefined && labels[ADD_ON_LABEL] === id ? id : undefined;
}

/** Kept from an update. */
export function isAside({ name, labels }: Named): boolean {
  const id = addOnOf(name.slice(0, name.lastIndexOf(".")));
  return id !== undefined && asideName(id) === name && labels[ADD_ON_LABEL] === id;
}

export function containerSpec(
  id: AddOnId,
  entry: AddOn,
  rendered: Rendered,
  registry: string | undefined,
): ContainerSpec {
  const spec = {
    name: containerName(id),
    image: imageReference(entry, registry),
    env: rendered.env,
    command: undefined,
    network:
      entry.network === "host"
        ? ({ kind: "host" } as const)
        : ({ kind: "own", name: NETWORK, alias: id } as const),
    ports: entry.network === "host" ? [] : entry.ports,
    volumes: Object.fromEntries(
      Object.entries(entry.volumes).map(([part, folder]) => [volumeName(id, part), folder]),
    ),
    capabilities: entry.capabilities,
    limits: entry.limits,
  };
  // A container made otherwise than this is made anew at its next start, unless that is to keep one of another image.
  const hash = createHash("sha256").update(JSON.stringify(spec)).digest("hex").slice(0, 32);
  return { ...spec, labels: { [ADD_ON_LABEL]: id, [SPEC_LABEL]: hash } };
}
