/** The Compose file and the Kubernetes manifest, as far as they can be looked at without running them. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import * as z from "zod/mini";
import { parseCentralConfig } from "./config.ts";

const folder = path.resolve(import.meta.dirname, "../../../packaging/central");
const read = (name: string) => readFile(path.join(folder, name), "utf8");

/** Official images carry a version, and no namespace. */
const OFFICIAL = /^(nats:2\.10-alpine|postgres:15-bookworm)$/;

const compose = z.object({
  name: z.string(),
  services: z.record(
    z.string(),
    z.strictObject({
      image: z.string(),
      build: z.optional(z.strictObject({ context: z.string(), dockerfile: z.string() })),
      user: z.optional(z.string()),
      entrypoint: z.optional(z.array(z.string())),
      command: z.optional(z.array(z.string())),
      environment: z.optional(z.record(z.string(), z.string())),
      ports: z.optional(z.array(z.string().check(z.regex(/^\d+:\d+$/)))),
      volumes: z.optional(z.array(z.string().check(z.regex(/^[a-z]+:\/[a-z/-]+$/)))),
      healthcheck: z.optional(
        z.strictObject({ test: z.array(z.string()), interval: z.string(), retries: z.int() }),
      ),
      depends_on: z.optional(
        z.record(
          z.string(),
          z.strictObject({ condition: z.enum(["service_healthy", "service_completed_successfully"]) }),
        ),
      ),
      read_only: z.optional(z.boolean()),
      cap_drop: z.optional(z.array(z.string())),
      security_opt: z.optional(z.array(z.string())),
      restart: z.optional(z.literal("unless-stopped")),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
});

type Compose = z.output<typeof compose>;

/** As Compose lays one file over another: mappings are joined, what is no mapping is replaced, ports are added. */
async function composed(...names: string[]): Promise<Compose> {
  const joined = { name: "", services: {} as Record<string, Record<string, unknown>>, volumes: {} };
  for (const name of names) {
    const { services, ...rest } = parse(await read(name)) as typeof joined;
    Object.assign(joined, rest);
    for (const [service, more] of Object.entries(services)) {
      const before = joined.services[service] ?? {};
      const environment = { ...(before["environment"] as object), ...(more["environment"] as object) };
      joined.services[service] = { ...before, ...more, ...(more["environment"] ? { environment } : {}) };
    }
  }
  return compose.parse(joined);
}

describe.each([[["compose.yaml"]], [["compose.yaml", "compose.cluster.yaml"]]])("Compose, %j", (files) => {
  it("has services, volumes and conditions that there are, and official images", async () => {
    const { services, volumes } = await composed(...files);
    for (const [name, service] of Object.entries(services)) {
      if (name !== "central") expect(service.image).toMatch(OFFICIAL);
      for (const volume of service.volumes ?? [])
        expect(Object.keys(volumes)).toContain(volume.split(":")[0]);
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(Object.keys(services)).toContain(other);
        if (condition === "service_healthy") expect(services[other]?.healthcheck).toBeDefined();
      }
    }
    for (const [name, { volumes: mounted }] of Object.entries(services))
      if (name.startsWith("nats")) expect(mounted).toEqual(services["central"]?.volumes);
  });

  it("gives the central an environment that it takes", async () => {
    const { services } = await composed(...files);
    const given = { ADDRESS: "zentrale.example.org", PASSWORD: "x" };
    const environment = Object.fromEntries(
      Object.entries(services["central"]?.environment ?? {}).map(([name, value]) => [
        name,
        value.replace(
          /\$\{[A-Z_]+?(ADDRESS|PASSWORD):\?[^}]+\}/g,
          (_all, what: keyof typeof given) => given[what],
        ),
      ]),
    );
    const servers = Object.keys(services).filter((name) => name.startsWith("nats"));
    expect(servers).toHaveLength(files.length === 1 ? 1 : 3);
    const ports = servers.map((name) => services[name]?.ports?.[0]?.split(":")[0]);
    expect(parseCentralConfig(environment)).toMatchObject({
      addresses: ["zentrale.example.org"],
      natsPublic: ports.map((port) => `zentrale.example.org:${port}`),
      natsUrls: servers.map((name) => `tls://${name}:4222`),
      replicas: servers.length,
      postgresUrl: "postgres://hubwart:x@postgres:5432/hubwart",
    });
    const known = Object.keys(environment).filter((name) => !name.startsWith("HUBWART_CENTRAL_"));
    expect(known).toEqual([]);
  });
});

const container = z.object({
  name: z.string(),
  image: z.string(),
  env: z.optional(
    z.array(
      z.union([
        z.strictObject({ name: z.string(), value: z.string() }),
        z.strictObject({
          name: z.string(),
          valueFrom: z.strictObject({ secretKeyRef: z.strictObject({ name: z.string(), key: z.string() }) }),
        }),
      ]),
    ),
  ),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.int() })),
  readinessProbe: z.object({}),
  resources: z.strictObject({
    requests: z.strictObject({ cpu: z.string(), memory: z.string() }),
    limits: z.strictObject({ memory: z.string() }),
  }),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })),
});
const metadata = z.strictObject({ name: z.string(), namespace: z.literal("hubwart-central") });
const labels = z.strictObject({ app: z.string() });
const manifest = z.discriminatedUnion("kind", [
  z.strictObject({
    apiVersion: z.literal("v1"),
    kind: z.literal("Namespace"),
    metadata: z.strictObject({ name: z.literal("hubwart-central") }),
  }),
  z.strictObject({
    apiVersion: z.literal("v1"),
    kind: z.literal("Secret"),
    metadata,
    type: z.literal("Opaque"),
    stringData: z.record(z.string(), z.string()),
  }),
  z.strictObject({
    apiVersion: z.literal("v1"),
    kind: z.literal("Service"),
    metadata,
    spec: z.strictObject({
      clusterIP: z.optional(z.literal("None")),
      publishNotReadyAddresses: z.optional(z.literal(true)),
      type: z.optional(z.literal("LoadBalancer")),
      selector: labels,
      ports: z.array(z.strictObject({ name: z.string(), port: z.int() })),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal("apps/v1"),
    kind: z.literal("StatefulSet"),
    metadata,
    spec: z.strictObject({
      serviceName: z.string(),
      replicas: z.union([z.literal(1), z.literal(3)]),
      podManagementPolicy: z.optional(z.literal("Parallel")),
      selector: z.strictObject({ matchLabels: labels }),
      template: z.strictObject({
        metadata: z.strictObject({ labels }),
        spec: z.strictObject({
          securityContext: z.strictObject({
            runAsNonRoot: z.literal(true),
            runAsUser: z.int().check(z.minimum(1)),
            runAsGroup: z.int(),
            fsGroup: z.int(),
          }),
          topologySpreadConstraints: z.optional(
            z.array(
              z.strictObject({
                maxSkew: z.literal(1),
                topologyKey: z.literal("kubernetes.io/hostname"),
                whenUnsatisfiable: z.literal("DoNotSchedule"),
                labelSelector: z.strictObject({ matchLabels: labels }),
              }),
            ),
          ),
          containers: z.array(container),
          volumes: z.optional(
            z.array(
              z.strictObject({ name: z.string(), secret: z.strictObject({ secretName: z.literal("nats") }) }),
            ),
          ),
        }),
      }),
      volumeClaimTemplates: z.array(
        z.strictObject({
          metadata: z.strictObject({ name: z.string() }),
          spec: z.strictObject({
            accessModes: z.array(z.literal("ReadWriteOnce")),
            resources: z.strictObject({ requests: z.strictObject({ storage: z.string() }) }),
          }),
        }),
      ),
    }),
  }),
]);

describe.each([
  ["kubernetes.yaml", ["postgres", "central"]],
  ["kubernetes.cluster.yaml", ["postgres", "nats", "central"]],
])("the Kubernetes manifest %s", (file, names) => {
  async function manifests() {
    const documents = parseAllDocuments(await read(file));
    return documents.map((document) => manifest.parse((document as { toJS: () => unknown }).toJS()));
  }

  it("has stateful sets whose services, labels, ports, volumes and secrets there are", async () => {
    const all = await manifests();
    const services = all.flatMap((one) => (one.kind === "Service" ? [one] : []));
    const secrets = all.flatMap((one) => (one.kind === "Secret" ? [one] : []));
    const sets = all.flatMap((one) => (one.kind === "StatefulSet" ? [one] : []));
    expect(sets.map((one) => one.metadata.name)).toEqual(names);
    for (const { spec } of sets) {
      const service = services.find((one) => one.metadata.name === spec.serviceName);
      expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
      expect(service?.spec.selector).toEqual(spec.selector.matchLabels);
      const { containers } = spec.template.spec;
      const ports = containers.flatMap((one) => one.ports.map(({ containerPort }) => containerPort));
      for (const { port } of service?.spec.ports ?? []) expect(ports).toContain(port);
      const volumes = [
        ...spec.volumeClaimTemplates.map((one) => one.metadata.name),
        ...(spec.template.spec.volumes ?? []).map((one) => one.name),
      ];
      for (const { env = [], image, name, volumeMounts } of containers) {
        if (name !== "central") expect(image).toMatch(OFFICIAL);
        for (const mount of volumeMounts) expect(volumes).toContain(mount.name);
        for (const one of env) {
          if (!("valueFrom" in one)) continue;
          const { key, name: secret } = one.valueFrom.secretKeyRef;
          expect(secrets.find(({ metadata: { name: of } }) => of === secret)?.stringData).toHaveProperty(key);
        }
      }
    }
  });

  it("gives the central an environment that it takes", async () => {
    const all = await manifests();
    const secret = all.find((one) => one.kind === "Secret")?.stringData ?? {};
    const containers = all.flatMap((one) =>
      one.kind === "StatefulSet" ? one.spec.template.spec.containers : [],
    );
    const central = containers.find(({ name }) => name === "central");
    const environment = Object.fromEntries(
      (central?.env ?? []).map((one) => [
        one.name,
        "value" in one ? one.value : secret[one.valueFrom.secretKeyRef.key],
      ]),
    );
    const nats = all.find((one) => one.kind === "StatefulSet" && one.metadata.name === "nats");
    const { replicas = 1 } = nats?.kind === "StatefulSet" ? nats.spec : {};
    const servers = Array.from({ length: replicas }, (_, at) => `tls://nats-${at}.nats:4222`);
    expect(parseCentralConfig(environment)).toMatchObject({
      natsUrls: nats ? servers : ["tls://localhost:4222"],
      replicas,
      postgresUrl: secret["url"],
    });
    expect(secret["url"]).toContain(`:${secret["password"]}@`);
  });
});

it("the image has the page and what hashes passwords where the central looks for them, and nothing else of the checkout", async () => {
  const lines = (await read("Dockerfile")).split("\n");
  const copied = lines.flatMap((line) => {
    const [, from, to] = /^COPY (\S+) (\S+)$/.exec(line) ?? [];
    return from !== undefined && to !== undefined ? [[from, to] as const] : [];
  });
  const [program = ""] = copied.map(([, to]) => to);
  expect(copied).toEqual([
    ["dist/central", program],
    // As apps/central/src/main.ts has it, seen from the program.
    ["dist/fleet", path.join(program, "../fleet")],
    ["node_modules/@node-rs", `${program}/node_modules/@node-rs`],
  ]);
  expect(lines).toContain(`CMD ["node", "${program}/central.mjs"]`);
  const parts = await readdir(path.join(folder, "../../node_modules/@node-rs"));
  expect(parts).toContain("argon2");
  // The image is Debian's, with glibc.
  expect(parts.some((part) => /^argon2-linux-\w+-gnu$/.test(part))).toBe(true);
  const ignored = await readFile(path.join(folder, "../../.dockerignore"), "utf8");
  expect(ignored.trim().split("\n")).toEqual(["*", ...copied.map(([from]) => `!${from}`)]);
});
