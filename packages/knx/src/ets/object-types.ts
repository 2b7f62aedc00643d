/**
 * Datapoint types of the devices' communication objects, for group addresses that have none themselves. Objects that share an address
 * mostly agree; where only their subtypes differ the main type is left, and where they contradict each other nothing.
 */
import { ETS_LIMITS } from "./model.ts";

interface Agreed {
  main: string;
  /** Empty: none of them says, or they differ. */
  sub: string;
  differ: boolean;
  contradict: boolean;
}

const DPT = /^DPS?T-(\d{1,4})(?:-(\d{1,5}))?(?=$|\s)/i;
const ID_LENGTH = 40;

/** Objects name an address as `P-04D1-0_GA-12` or, since ETS 5.7, `GA-12`. */
export function addressId(given: string): string {
  return given.slice(given.lastIndexOf("_") + 1).slice(0, ID_LENGTH);
}

export class ObjectTypes {
  readonly #found = new Map<string, Agreed>();

  /** @param refs what the object is connected to, as the file names it */
  add(refs: readonly string[], dpt: string): void {
    const [, main, sub = ""] = DPT.exec(dpt) ?? [];
    if (main === undefined) return;
    for (const ref of refs) this.#add(addressId(ref), main, sub);
  }

  #add(id: string, main: string, sub: string): void {
    const agreed = this.#found.get(id);
    if (!agreed) {
      if (id === "" || this.#found.size >= ETS_LIMITS.addresses) return;
      this.#found.set(id, { main, sub, differ: false, contradict: false });
    } else if (agreed.main !== main) agreed.contradict = true;
    else if (sub !== "" && agreed.sub !== sub && !agreed.differ) {
      agreed.differ = agreed.sub !== "";
      agreed.sub = agreed.differ ? "" : sub;
    }
  }

  /** Also where the objects contradict each other. */
  knows(id: string): boolean {
    return this.#found.has(addressId(id));
  }

  /** As the ETS writes it; undefined if the objects say nothing that can be used. */
  typeOf(id: string): string | undefined {
    const agreed = this.#found.get(addressId(id));
    if (!agreed || agreed.contradict) return undefined;
    return agreed.sub === "" ? `DPT-${agreed.main}` : `DPST-${agreed.main}-${agreed.sub}`;
  }
}
