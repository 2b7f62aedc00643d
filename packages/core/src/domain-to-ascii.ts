/**
 * A domain as DNS has it (IDNA, UTS 46): `bücher.example` → `xn--bcher-kva.example`; empty for what is no domain. The same as Node's
 * `url.domainToASCII`, by what browsers have as well: an address whose host is set takes it or stays as it was.
 */
export function domainToAscii(domain: string): string {
  const [one, other] = ["ws://a", "ws://b"].map((address) => {
    const url = new URL(address);
    url.hostname = domain;
    return url.hostname;
  });
  return one === undefined || one !== other ? "" : one;
}
