/** What is read from any file of the ETS, before it becomes a workbook. */
import { groupText, parseGroup } from "@hubwart/contract/group-address";
import { AppError, wellFormed } from "@hubwart/core";
import { texts } from "../texts.ts";

/** The message is German and complete. */
export class EtsError extends AppError {
  readonly kind = "invalid";
}

/** The project is protected, and no password or a wrong one was given. */
export class EtsPasswordError extends EtsError {
  readonly given: boolean;

  constructor(given: boolean) {
    super(given ? texts.wrongProjectPassword : texts.projectPasswordMissing);
    this.given = given;
  }
}

export type GroupStyle = "ThreeLevel" | "TwoLevel" | "Free";

export interface EtsGroup {
  /** As the ETS shows it: `1/2/3`, `1/515` or `2563`. */
  address: string;
  raw: number;
  name: string;
  /** As the ETS writes it, e.g. `DPST-9-1`; empty if neither the address nor its communication objects have one. */
  dpt: string;
  /** Of its communication objects, as the makers' catalogues write it, e.g. `2 Bytes`; empty if they differ. */
  size?: string;
  /** Names of the ranges around it, the outermost first. */
  ranges: readonly string[];
}

/** Why something was not taken over as it stands, with what it is about. */
export interface EtsNote {
  about: string;
  text: string;
}

export const ETS_LIMITS = {
  /** The file as given; a project holds its devices' catalogues. */
  fileBytes: 256 * 1024 * 1024,
  /** Unpacked together: what is read, not what lies beside it. */
  unpackedBytes: 512 * 1024 * 1024,
  entries: 20_000,
  /** There are no more addresses. */
  addresses: 65_536,
  /** Of communication objects without a type, to addresses. */
  connections: 262_144,
  nameLength: 200,
  rangeDepth: 32,
} as const;

/** Collects addresses in the order of the file; says what it leaves out. */
export class EtsGroups {
  readonly found: EtsGroup[] = [];
  readonly notes: EtsNote[] = [];
  projectName = "";
  style: GroupStyle | undefined;
  readonly #known = new Set<number>();
  #seen = 0;

  /** Undefined if it is not taken over. */
  add(given: string, name: string, dpt: string, ranges: readonly string[]): EtsGroup | undefined {
    this.#seen += 1;
    if (this.#seen > ETS_LIMITS.addresses) {
      throw new EtsError(texts.tooManyGroups(ETS_LIMITS.addresses));
    }
    const raw = parseGroup(given);
    const shown = cleaned(name);
    if (raw === undefined) {
      this.notes.push({
        about: texts.named(cleaned(given).slice(0, 20), shown),
        text: texts.isNoGroupAddress,
      });
    } else if (this.#known.has(raw)) {
      this.notes.push({
        about: texts.named(groupText(raw), shown),
        text: texts.onlyFirst,
      });
    } else {
      this.#known.add(raw);
      const address = /^\d+$/.test(given) ? styled(raw, this.style) : given;
      const group = { address, raw, name: shown, dpt: cleaned(dpt), ranges };
      this.found.push(group);
      return group;
    }
    return undefined;
  }
}

function styled(raw: number, style: GroupStyle | undefined): string {
  if (style === "Free") return String(raw);
  return style === "TwoLevel" ? `${raw >> 11}/${raw & 2047}` : groupText(raw);
}

/** One line of visible text. The copy lets go of the piece of file that it was cut from. */
export function cleaned(text: string): string {
  const short = text
    .slice(0, ETS_LIMITS.nameLength * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, ETS_LIMITS.nameLength);
  return wellFormed(short);
}
