/**
 * The product with add-ons on a real Docker engine and a real registry. As on a device the engine's socket is open to the device
 * service alone, which the product asks.
 *
 *     const bench = await startAddOns(["caddyproxy", "mosquitto", ["grafana", "grafana"]]);
 *     await bench.post("/mosquitto/config", { active: true });
 *     await bench.stop();
 *
 * With `privateRegistry` the images come over TLS, with a certificate of `bench.authority` that nobody knows yet.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { CATALOGUE, imageReference } from "@hubwart/containers";
import { type Product, startProduct, waitFor } from "../product.ts";
import { repoRoot } from "../repo-root.ts";
import { startDocker, type TestEngine } from "./engines.ts";
import { loadOwn, loadStandIn, type StandIn } from "./images.ts";
import { type Registry, startRegistry } from "./registry.ts";

type AddOn = keyof typeof CATALOGUE;
/** One of our own images, or an add-on with the stand-in for its maker's. */
export type Published = "caddyproxy" | "mosquitto" | readonly [AddOn, StandIn];
export type Answer = Record<string, unknown> & { code: number; message?: string };

export const ADMIN_PASSWORD = "Ein gutes Passwort 1!";

export interface AddOnBench {
  readonly docker: TestEngine;
  readonly product: Product;
  readonly servicePid: number;
  /** PEM; empty where the registry has no certificate. */
  readonly authority: string;
  /** Puts a revision of a stand-in's image into the registry. */
  publish(id: AddOn, service: StandIn, revision: string): Promise<void>;
  get(path: string): Promise<Answer>;
  post(path: string, body: object): Promise<Answer>;
  stop(): Promise<void>;
}

export async function startAddOns(
  images: readonly Published[],
  options: { privateRegistry?: boolean } = {},
): Promise<AddOnBench> {
  const [docker, registry] = await Promise.all([startDocker(), startRegistry()]);
  if (images.some((image) => typeof image === "string")) await loadOwn(docker);
  const publish = async (id: AddOn, service: StandIn, revision: string) => {
    const reference = imageReference(CATALOGUE[id], registry.address);
    await loadStandIn(docker, service, reference, revision);
    await docker.cli("push", "-q", reference);
    await docker.cli("rmi", "-f", reference);
  };
  for (const image of images) {
    if (typeof image === "string") await publishOwn(image, docker, registry);
    else await publish(image[0], image[1], "1");
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-service-"));
  const engine = { HUBWART_CONTAINER_ENGINE: `unix://${docker.socketPath}` };
  const pulled = options.privateRegistry
    ? await registry.overTls()
    : { address: registry.address, authority: "" };
  const service = await startContainersService(folder, { ...engine, HUBWART_IMAGE_REGISTRY: pulled.address });
  const product = await startProduct({
    env: { ...engine, HUBWART_HOST: "systemd", HUBWART_HOSTD_SOCKET: path.join(folder, "hostd.sock") },
  });
  await product.api.signIn(ADMIN_PASSWORD);
  const get = async (at: string) => (await product.api.get(at)).body as Answer;
  await waitFor(async () => (await get("/system/ps"))["engine"] === true, { what: "the engine" });
  return {
    docker,
    product,
    servicePid: service.pid ?? 0,
    authority: pulled.authority,
    publish,
    get,
    post: async (at, body) => (await product.api.post(at, body)).body as Answer,
    async stop() {
      await product.stop();
      if (service.kill()) await once(service, "exit");
      await rm(folder, { recursive: true, force: true });
      await registry.stop();
      await docker.stop();
    },
  };
}

async function publishOwn(
  id: "caddyproxy" | "mosquitto",
  docker: TestEngine,
  registry: Registry,
): Promise<void> {
  const { repository, tag } = CATALOGUE[id].image;
  const reference = imageReference(CATALOGUE[id], registry.address);
  await docker.cli("tag", `${repository}:${tag}`, reference);
  await docker.cli("push", "-q", reference);
  await docker.cli("rmi", reference);
}

/**
 * The device service for an engine, with its socket and what it keeps in `folder`; authorities of a registry go where the engine of
 * the tests looks for them.
 */
export async function startContainersService(
  folder: string,
  env: Record<string, string>,
): Promise<ChildProcess> {
  await symlink("/etc", path.join(folder, "etc"));
  const own = {
    HUBWART_HOSTD_SOCKET: path.join(folder, "containers.sock"),
    HUBWART_HOSTD_ROOT: folder,
  };
  return spawn(process.execPath, [path.join(repoRoot(), "dist/server/hostd.mjs"), "containers"], {
    env: { PATH: process.env["PATH"], ...env, ...own },
    stdio: ["ignore", "ignore", "inherit"],
  });
}
