/**
 * People and certificates that the central wants of a site that entrusts them to it. What a site refuses of one of them is said, and the
 * others are done all the same. Whom and what a site has besides is left alone.
 */
import { isDeepStrictEqual } from "node:util";
import { type AnswerOf, type CallName, entrustedLook } from "@hubwart/contract";
import type { DesiredSettings } from "@hubwart/fleet";
import type { SiteCalls } from "../bus/site-calls.ts";
import { storedAuthority } from "./authority.ts";
import { sameName } from "./check.ts";
import type { Looked, Setting } from "./setting.ts";
import { texts } from "./texts.ts";

type There = AnswerOf<typeof entrustedLook>;
type Wished = NonNullable<DesiredSettings["people"]>[number];

const lookAt = (site: SiteCalls, names: readonly string[] = []): Promise<There> =>
  site.read("entrustedLook", entrustedLook, { body: { names } });

export const authorities: Setting = {
  look: async (site, { authorities: wanted }) => {
    if (!wanted) return AS_WISHED;
    const missing = await missingOf(site, wanted);
    return found(
      missing.map(({ fingerprint, name }) =>
        texts.authority.missing(name, fingerprint.slice(0, SHOWN_OF_FINGERPRINT)),
      ),
    );
  },
  make: async (site, { authorities: wanted = [] }) => {
    const refused: string[] = [];
    for (const { name, pem } of await missingOf(site, wanted)) {
      const why = await site.order({ call: "entrustedAuthorityAdd", body: { authority: pem } });
      if (why !== undefined) refused.push(texts.authority.refused(name, why));
    }
    return refused;
  },
};

export const people: Setting = {
  look: async (site, { people: wanted }) => {
    if (!wanted) return AS_WISHED;
    const there = await lookAt(site, wanted.map(nameOf));
    const waiting = wanted.filter(({ name }) => isWaiting(named(there, name)?.state)).map(nameOf);
    return { ...found(wanted.flatMap((one) => differenceOf(one, there))), waiting };
  },
  make: async (site, { people: wanted = [] }) => {
    const there = await lookAt(site, wanted.map(nameOf));
    const differing = wanted.filter((one) => !ofSite(there, one.name) && differenceOf(one, there).length > 0);
    return await eachOf(site, "entrustedPersonSave", differing);
  },
};

export const gone: Setting = {
  look: async (site, { gone: wanted }) => {
    if (!wanted) return AS_WISHED;
    const there = await lookAt(site, wanted);
    return found(wanted.flatMap((name) => stillThere(name, there)));
  },
  make: async (site, { gone: wanted = [] }) => {
    const there = await lookAt(site, wanted);
    const left = wanted.filter((name) => stillThere(name, there).length > 0);
    return await eachOf(
      site,
      "entrustedPersonRemove",
      left.map((name) => ({ name })),
    );
  },
};

const SHOWN_OF_FINGERPRINT = 23;
const AS_WISHED: Looked = { differs: false, details: [], waiting: [] };
const found = (details: readonly string[]): Looked => ({
  differs: details.length > 0,
  details,
  waiting: [],
});
const nameOf = ({ name }: { name: string }): string => name;
/** Has no password yet. */
const isWaiting = (state: string | undefined): boolean => state === "invited" || state === "expired";
const named = (there: There, name: string) =>
  there.people.find((one) => sameName(one.name) === sameName(name));
const ofSite = (there: There, name: string) =>
  there.others.find((one) => sameName(one.name) === sameName(name));

async function missingOf(site: SiteCalls, wanted: readonly string[]) {
  const known = new Set((await lookAt(site)).authorities);
  return wanted.map(storedAuthority).filter(({ fingerprint }) => !known.has(fingerprint));
}

function differenceOf({ channels, label, name, role }: Wished, there: There): string[] {
  if (ofSite(there, name)) return [texts.person.ofSite(name)];
  const is = named(there, name);
  if (!is) return [texts.person.missing(name)];
  return [
    ...(is.state === "locked" ? [texts.person.locked(name)] : []),
    ...(is.role === role ? [] : [texts.person.otherRole(name, is.role, role)]),
    ...(is.label === label ? [] : [texts.person.otherLabel(name)]),
    ...(isDeepStrictEqual(is.channels, channels) ? [] : [texts.person.otherChannels(name)]),
  ];
}

function stillThere(name: string, there: There): string[] {
  if (named(there, name)) return [texts.person.stillThere(name)];
  return ofSite(there, name)?.locked === false ? [texts.person.stillOfSite(name)] : [];
}

async function eachOf(
  site: SiteCalls,
  call: CallName,
  bodies: readonly { name: string }[],
): Promise<string[]> {
  const refused: string[] = [];
  for (const body of bodies) {
    const why = await site.order({ call, body });
    if (why !== undefined) refused.push(texts.person.refused(body.name, why));
  }
  return refused;
}
