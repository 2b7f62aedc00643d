/** `hubwart-vendor release …`: what is offered to devices. */
import path from "node:path";
import { systemClock } from "@hubwart/core";
import { CHANNELS, type Channel, type ReleaseInfo } from "@hubwart/releases";
import { Publisher, ROLES, type Role } from "@hubwart/releases/publish";
import { texts } from "../texts.ts";
import { UsageError } from "../usage-error.ts";
import { repositoryFolder } from "./keep-repository.ts";
import { startOnce } from "./start-once.ts";

export interface ReleaseValues {
  channel?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  keys?: string | undefined;
}

/** @returns what is printed */
export async function releaseCommand(
  folder: string,
  words: string[],
  values: ReleaseValues,
): Promise<string> {
  const [action = "", subject] = words;
  const { keys } = values;
  const publisher = new Publisher({
    folder: repositoryFolder(folder),
    clock: systemClock,
    keys,
    prove: startOnce,
  });
  switch (action) {
    case "create":
      await publisher.create();
      return texts.created(publisher.rootFile);
    case "list":
      return await listed(publisher);
    case "publish": {
      const archive = path.resolve(named(subject, texts.theArchive));
      return line(await publisher.publish(archive, channel(values.channel, "--channel")));
    }
    case "promote": {
      const from = channel(values.from, "--from");
      const to = channel(values.to, "--to");
      if (from === to) throw new UsageError(texts.twoChannels);
      return (await publisher.promote(named(subject, texts.theVersion), from, to)).map(line).join("");
    }
    case "withdraw": {
      const only = values.channel === undefined ? undefined : channel(values.channel, "--channel");
      const withdrawn = await publisher.withdraw(named(subject, texts.theVersion), only);
      return texts.withdrawn(withdrawn.map(line).join(""));
    }
    case "renew": {
      const roles = await publisher.renew();
      return roles.length === 0 ? texts.nothingToRenew : `Erneuert: ${roles.join(", ")}\n`;
    }
    case "rotate": {
      const role = roleFrom(subject);
      await publisher.rotate(role);
      return texts.newKey(role);
    }
    default:
      throw new UsageError(texts.commands);
  }
}

async function listed(publisher: Publisher): Promise<string> {
  const releases = await publisher.list();
  const ends = (await publisher.expiries()).map(([role, at]) => `${role} bis ${day(at)}`);
  return `${releases.map(line).join("")}Signaturen: ${ends.join(", ")}\n`;
}

function line({ version, channel: offered, arch, size, published }: ReleaseInfo): string {
  const megabytes = `${(size / 1e6).toFixed(1)} MB`;
  return `${[version, offered, arch, megabytes, day(published)].join("\t")}\n`;
}

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function named(word: string | undefined, what: string): string {
  if (word === undefined) throw new UsageError(texts.missing(what));
  return word;
}

function channel(text: string | undefined, option: string): Channel {
  const found = CHANNELS.find((name) => name === text);
  if (!found) throw new UsageError(`${option}: ${CHANNELS.join(", ")}.\n`);
  return found;
}

function roleFrom(text: string | undefined): Role {
  const found = ROLES.find((name) => name === text);
  if (!found) throw new UsageError(texts.roleMissing(ROLES.join(", ")));
  return found;
}
