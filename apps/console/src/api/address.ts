/** Address of a call from its contract: prefix, parameters, query and the time stamp every call carries. */
import { API_PREFIX, type CallSpec } from "@hubwart/contract";

export type Query = Readonly<Record<string, unknown>>;

/** The token is never part of it; it travels in a header. */
export function addressOf(call: CallSpec, params: Query = {}, query: Query = {}, now = Date.now()): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (typeof value !== "string" || value === "") throw new TypeError(`${call.path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one));
    }
  }
  search.set("auth_check", String(now));
  return `${API_PREFIX}${path}?${search}`;
}
