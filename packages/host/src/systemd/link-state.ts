/** Readers of what `ip -j` (iproute2) and `networkctl --json` (systemd 252) print; pure, so that they are tested on texts. */
import * as z from "zod/mini";

export interface LinkAddress {
  ip: string;
  prefix: number;
  /** Given for a while, so by DHCP. */
  dynamic: boolean;
}

const addresses = z.array(
  z.object({
    ifname: z.optional(z.string()),
    flags: z.optional(z.array(z.string())),
    addr_info: z.optional(
      z.array(
        z.object({
          family: z.optional(z.string()),
          local: z.optional(z.string()),
          prefixlen: z.optional(z.number()),
          scope: z.optional(z.string()),
          dynamic: z.optional(z.boolean()),
        }),
      ),
    ),
  }),
);

/** `ip -j addr show`: the addresses that lead beyond the adapter's own cable. */
export function parseAddresses(text: string): Map<string, { up: boolean; addresses: LinkAddress[] }> {
  const found = new Map<string, { up: boolean; addresses: LinkAddress[] }>();
  for (const link of read(addresses, text) ?? []) {
    if (link.ifname === undefined) continue;
    found.set(link.ifname, {
      up: link.flags?.includes("UP") ?? false,
      addresses: (link.addr_info ?? []).flatMap(({ family, scope, local, prefixlen, dynamic }) =>
        family === "inet" && scope === "global" && local !== undefined
          ? [{ ip: local, prefix: prefixlen ?? 32, dynamic: dynamic ?? false }]
          : [],
      ),
    });
  }
  return found;
}

const routes = z.array(z.object({ dev: z.optional(z.string()), gateway: z.optional(z.string()) }));

/** `ip -j -4 route show default`: device → gateway. */
export function parseGateways(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const { dev, gateway } of read(routes, text) ?? []) {
    if (dev !== undefined && gateway !== undefined && !found.has(dev)) found.set(dev, gateway);
  }
  return found;
}

const INET = 2;
const links = z.object({
  Interfaces: z.array(
    z.object({
      Name: z.string(),
      AdministrativeState: z.nullish(z.string()),
      NetworkFile: z.nullish(z.string()),
      DNS: z.nullish(
        z.array(z.object({ Family: z.optional(z.number()), Address: z.optional(z.array(z.number())) })),
      ),
    }),
  ),
});

export interface LinkStatus {
  dns: string[];
  /** The network service gave up on it. */
  failed: boolean;
  /** Path of the .network file it follows, empty without one. */
  file: string;
}

/** `networkctl --json=short status --all` */
export function parseLinks(text: string): Map<string, LinkStatus> {
  return new Map(
    (read(links, text)?.Interfaces ?? []).map((link) => [
      link.Name,
      {
        failed: link.AdministrativeState === "failed",
        file: link.NetworkFile ?? "",
        dns: (link.DNS ?? []).flatMap(({ Family, Address }) =>
          Family === INET && Address ? [Address.join(".")] : [],
        ),
      },
    ]),
  );
}

function read<S extends z.ZodMiniType>(schema: S, text: string): z.output<S> | undefined {
  try {
    const parsed = z.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
