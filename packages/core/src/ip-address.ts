/** Whether a text is an IP address, as Node's `net.isIP` says it; also where there is no Node. */
const PART = /^(0|[1-9]\d{0,2})$/;
const GROUP = /^[0-9a-f]{1,4}$/i;
const ZONE = /^[0-9a-z.:-]+$/i;

/** 4, 6, or 0 for what is none. */
export function ipVersion(text: string): 0 | 4 | 6 {
  if (isIpv4(text)) return 4;
  return isIpv6(text) ? 6 : 0;
}

function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => PART.test(part) && Number(part) <= 255);
}

/** RFC 4291, 2.2, with the zone of RFC 4007. `::` stands for at least one group. */
function isIpv6(text: string): boolean {
  const cut = text.indexOf("%");
  if (cut !== -1 && !ZONE.test(text.slice(cut + 1))) return false;
  const halves = (cut === -1 ? text : text.slice(0, cut)).split("::");
  if (halves.length > 2) return false;
  let groups = 0;
  for (const [at, half] of halves.entries()) {
    if (half === "" && halves.length === 2) continue;
    const count = groupsIn(half, at === halves.length - 1);
    if (count === undefined) return false;
    groups += count;
  }
  return halves.length === 2 ? groups <= 7 : groups === 8;
}

/** The last two may be written as an IPv4 address. */
function groupsIn(text: string, last: boolean): number | undefined {
  const parts = text.split(":");
  const end = parts.at(-1) ?? "";
  const mixed = last && isIpv4(end);
  if (mixed) parts.pop();
  return parts.every((part) => GROUP.test(part)) ? parts.length + (mixed ? 2 : 0) : undefined;
}
