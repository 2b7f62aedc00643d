/**
 * Builds our own images from the Debian packages of this machine into dist/images:
 *
 *     node scripts/run.mjs scripts/build-images.ts [caddyproxy] [mosquitto]
 *     docker load -i dist/images/caddyproxy.tar
 *
 * The same packages give the same image id.
 */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { writeImage } from "@hubwart/containers/image-archive";
import { imageSource, OWN_IMAGES } from "@hubwart/containers/own-images";

const wanted = process.argv.slice(2);
const folder = path.resolve("dist/images");
await mkdir(folder, { recursive: true });
for (const name of OWN_IMAGES) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const id = await writeImage(
    path.join(folder, `${name}.tar`),
    await imageSource(name, "packages/containers/src/images"),
  );
  process.stdout.write(`${name} ${id}\n`);
}
