/** Whether a certificate is valid for the address at which the console was called. */

/** @param names DNS names, of which `*.` stands for one label (RFC 6125, 6.4.3), and addresses  @param host as in `location.hostname` */
export function covers(names: readonly string[], host: string): boolean {
  const asked = canonical(host);
  return names.some((name) => {
    if (!name.startsWith("*.")) return canonical(name) === asked;
    const dot = asked.indexOf(".");
    return dot > 0 && asked.slice(dot + 1) === canonical(name.slice(2));
  });
}

/** IPv6 addresses in their short form. */
function canonical(host: string): string {
  const bare = host.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const url = `http://${bare.includes(":") ? `[${bare}]` : bare}`;
  return URL.canParse(url) ? new URL(url).hostname : bare.toLowerCase();
}
