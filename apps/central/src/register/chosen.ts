import type { Site } from "./sites.ts";

/** Which sites a question is about; what is absent leaves none out. */
export interface Chosen {
  customer?: string | undefined;
  hub?: string | undefined;
  tag?: string | undefined;
}

export const isChosen = (site: Site, { customer, hub, tag }: Chosen): boolean =>
  (hub === undefined || site.hub === hub) &&
  (customer === undefined || site.customer === customer) &&
  (tag === undefined || site.tags.includes(tag));
