/**
 * The manufacturer's repository as one device sees it: one channel, one architecture.
 *
 *     const repository = await openRepository({ url, channel, arch, trustedRoot, cacheFolder, clock });
 *     await repository.refresh(signal);
 *     const [newest] = repository.releases();
 *     await repository.download(newest, file, { signal, onBytes });
 *     await unpackRelease(file, folder, signal, newest);
 */
import { rm } from "node:fs/promises";
import path from "node:path";
import { type Clock, namesIn } from "@hubwart/core";
import { ReleaseError } from "../errors.ts";
import { ARCHITECTURES, type Arch, type Channel, type ReleaseInfo, targetFile } from "../release.ts";
import { downloadFile } from "./download.ts";
import type { MetadataSource } from "./fetcher.ts";
import { HTTP_LIMITS, type HttpLimits } from "./http.ts";
import { type Offer, readExpiry, readIssued, readOffers } from "./metadata.ts";
import { refreshMetadata } from "./refresh.ts";

export interface RepositoryOptions {
  /** Address of the repository: that of the update service and `REPOSITORY_PATH`. */
  url: string;
  channel: Channel;
  /** The machine's own unless told. */
  arch?: Arch;
  /** File with the root that came with the release (`trustedRootFile`). */
  trustedRoot: string;
  /** Ours alone; what was seen is remembered there. */
  cacheFolder: string;
  clock: Clock;
  limits?: Partial<HttpLimits>;
  /** Gives the metadata instead of the server at `url`. */
  source?: MetadataSource;
}

export interface Repository {
  /** Fetches and verifies the metadata. @throws ReleaseError; the releases known before stay as they are */
  refresh(signal: AbortSignal): Promise<void>;
  /** Of this channel and architecture, the newest version first; empty before the first refresh. */
  releases(): ReleaseInfo[];
  /**
   * ms since the manufacturer signed the newest metadata this device has ever verified; undefined without any. Grows
   * when the service is away, and when somebody on the way shows us yesterday's state.
   */
  readonly metadataAge: number | undefined;
  /** What was signed of a release. @throws ReleaseError `not-offered`, or `expired` */
  signed(release: Pick<ReleaseInfo, "version">): Signed;
  /** The whole archive at `file`, verified and on the disk. Goes on where an earlier call was cut. @throws ReleaseError */
  download(
    release: Pick<ReleaseInfo, "version">,
    file: string,
    options: { signal: AbortSignal; onBytes?: (bytes: number) => void },
  ): Promise<void>;
}

/** How an archive is proved. */
export interface Signed {
  release: ReleaseInfo;
  sha256: string;
  /** Its file in the repository. */
  file: string;
}

export async function openRepository(options: RepositoryOptions): Promise<Repository> {
  const { clock, channel, cacheFolder, trustedRoot } = options;
  const url = options.url.replace(/\/+$/, "");
  const arch = options.arch ?? ownArch();
  const limits = { ...HTTP_LIMITS, ...options.limits };
  await removeScratch(cacheFolder);
  let issued = await readIssued(cacheFolder);
  let offers: Offer[] = [];
  let expires = 0;
  let running: Promise<void> | undefined;

  async function refresh(signal: AbortSignal): Promise<void> {
    const found = await refreshMetadata(
      { url, trustedRoot, cacheFolder, limits, signal, source: options.source },
      async (folder) => ({
        offers: await readOffers(folder, channel, arch),
        issued: await readIssued(folder),
        expires: await readExpiry(folder),
      }),
    );
    issued = found.issued;
    // tuf-js goes by the system's clock, which may be behind the time that we know has been.
    if (clock.now() >= found.expires) throw new ReleaseError("expired", "the metadata is past its time");
    ({ offers, expires } = found);
  }

  function signed({ version }: Pick<ReleaseInfo, "version">): Signed {
    const offer = offers.find(({ release }) => release.version === version);
    if (!offer) throw new ReleaseError("not-offered", `${version} is not offered in ${channel} for ${arch}`);
    if (clock.now() >= expires) throw new ReleaseError("expired", "the metadata is past its time");
    return { release: offer.release, sha256: offer.sha256, file: targetFile(offer.name, offer.sha256) };
  }

  return {
    signed,
    refresh(signal) {
      running ??= refresh(signal).finally(() => {
        running = undefined;
      });
      return running;
    },
    releases: () => offers.map(({ release }) => release),
    get metadataAge() {
      return issued === undefined ? undefined : Math.max(0, clock.now() - issued);
    },
    async download(wanted, file, { signal, onBytes = () => {} }) {
      const { release, sha256, file: name } = signed(wanted);
      const path_ = name.split("/").map(encodeURIComponent).join("/");
      const source = { url: `${url}/targets/${path_}`, size: release.size, sha256 };
      await downloadFile(file, { ...source, limits, clock, signal, onBytes });
    },
  };
}

function ownArch(): Arch {
  const found = ARCHITECTURES.find((arch) => arch === process.arch);
  if (!found) throw new Error(`there are no releases for ${process.arch}`);
  return found;
}

/** What a refresh left behind that was cut off. */
async function removeScratch(folder: string): Promise<void> {
  for (const name of (await namesIn(folder)).filter(
    (entry) => entry.startsWith("refresh-") || entry.endsWith(".tmp"),
  )) {
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
}
