/**
 * Images for the tests: our own as they are built for the product, stand-ins for those of the makers.
 *
 *     await loadStandIn(engine, "influxdb", "127.0.0.1:5000/library/influxdb:2.7.12");
 */
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type ImageEntry, writeImage } from "@hubwart/containers/image-archive";
import { MERGED_USR, programFiles } from "@hubwart/containers/image-files";
import { imageSource, OWN_IMAGES } from "@hubwart/containers/own-images";
import { repoRoot } from "../repo-root.ts";

export type StandIn =
  | "grafana"
  | "influxdb"
  | "questdb"
  | "grafana_ir"
  | "ngrok"
  | "tailscale"
  | "broken"
  | "chatty"
  | "idle";

/** Something that loads an image file: `docker -H … load -i`. */
export interface ImageLoader {
  load(file: string): Promise<void>;
}

const script = (name: string, line: string): ImageEntry => ({
  path: `/usr/local/bin/${name}`,
  content: `#!/bin/sh\n${line}\n`,
  mode: 0o755,
});
const NODE = "/usr/local/bin/node";
/** Accounts of the makers' images, where they are not root. */
const ACCOUNTS: Readonly<Partial<Record<StandIn, number>>> = { grafana: 472 };
let base: Promise<ImageEntry[]> | undefined;

async function baseLayer(): Promise<ImageEntry[]> {
  const node = process.execPath;
  const files = await programFiles([node, "/usr/bin/dash", "/usr/bin/rm"]);
  return [
    ...MERGED_USR,
    ...files.map((file) => (file.path === node ? { ...file, path: NODE } : file)),
    { path: "/usr/bin/sh", link: "dash" },
    { path: "/tmp", folder: true, mode: 0o1777 },
  ];
}

/** `revision` makes another image of the same service. */
export async function loadStandIn(
  engine: ImageLoader,
  service: StandIn,
  name: string,
  revision = "1",
): Promise<void> {
  base ??= baseLayer();
  const folder = await mkdtemp(path.join(os.tmpdir(), "stand-in-"));
  const account = ACCOUNTS[service];
  try {
    const file = path.join(folder, "image.tar");
    const program = await readFile(path.join(import.meta.dirname, "stand-in/service.mjs"));
    await writeImage(file, {
      name,
      layers: [
        await base,
        [
          { path: "/stand-in/service.mjs", content: program, mode: 0o644 },
          { path: "/stand-in/revision", content: revision, mode: 0o644 },
          ...(account === undefined
            ? []
            : [{ path: `/var/lib/${service}`, folder: true as const, uid: account }]),
          script("grafana", `exec ${NODE} /stand-in/service.mjs grafana-cli "$@"`),
          script("influx", `exec ${NODE} /stand-in/service.mjs influx-cli "$@"`),
          script("tailscale", `exec ${NODE} /stand-in/service.mjs tailscale-cli "$@"`),
        ],
      ],
      config: {
        Cmd: [NODE, "/stand-in/service.mjs", service],
        Env: ["PATH=/usr/local/bin:/usr/bin"],
        ...(account === undefined ? {} : { User: String(account) }),
      },
    });
    await engine.load(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Our own images; built once a run, since their programs are those of the machine. */
export async function loadOwn(engine: ImageLoader): Promise<void> {
  for (const file of await ownImages()) await engine.load(file);
}

/** Files of our own images: caddyproxy, mosquitto. */
export async function ownImages(): Promise<string[]> {
  const root = repoRoot();
  const folder = path.join(root, "dist", "images");
  await mkdir(folder, { recursive: true });
  const files = OWN_IMAGES.map((name) => path.join(folder, `${name}.tar`));
  const ages = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  // Their names and versions are the catalogue's.
  const parts = ["images", "catalogue"].map((part) => path.join(root, "packages/containers/src", part));
  const sources = await Promise.all(
    parts.map(async (part) => {
      const names = await readdir(part, { recursive: true });
      return await Promise.all(names.map(async (name) => (await stat(path.join(part, name))).mtimeMs));
    }),
  );
  if (Math.min(...ages) < Math.max(...sources.flat())) {
    for (const name of OWN_IMAGES) {
      const source = await imageSource(name, path.join(root, "packages/containers/src/images"));
      await writeImage(path.join(folder, `${name}.tar`), source);
    }
  }
  return files;
}
