import { expect, it } from "vitest";
import { keyringLacks } from "./keyring-use.ts";

const NONE = { backbone: undefined, groupKeys: new Map(), tunnels: [] };
const TUNNEL = { address: 1, host: undefined, userId: 2, password: "p", authentication: undefined };
const WITH = {
  tunnel: { ...NONE, tunnels: [TUNNEL] },
  open: { ...NONE, tunnels: [{ ...TUNNEL, password: undefined }] },
  backbone: { ...NONE, backbone: { group: "224.0.23.12", latency: 1_000, key: Buffer.alloc(16) } },
  groups: { ...NONE, groupKeys: new Map([[1, Buffer.alloc(16)]]) },
};
const secure = (mode: string) => ({ secure: true, mode });

it("a keyring serves an interface only with the keys that it needs", () => {
  expect(keyringLacks(WITH.tunnel, secure("tunnel_tcp"))).toBeUndefined();
  expect(keyringLacks(WITH.backbone, secure("routing"))).toBeUndefined();
  for (const keyring of [NONE, WITH.open, WITH.backbone, WITH.groups]) {
    expect(keyringLacks(keyring, secure("tunnel_tcp"))).toMatch(/keinen sicheren Tunnel/);
  }
  expect(keyringLacks(WITH.tunnel, secure("routing"))).toMatch(/sicheres Routing/);
});

it("a keyring without any key serves none, one with keys for groups an open interface too", () => {
  for (const use of [undefined, { secure: false, mode: "tunnel" }]) {
    expect(keyringLacks(NONE, use)).toMatch(/keinen einzigen Schlüssel/);
    expect(keyringLacks(WITH.open, use)).toMatch(/keinen einzigen Schlüssel/);
    for (const keyring of [WITH.tunnel, WITH.backbone, WITH.groups]) {
      expect(keyringLacks(keyring, use)).toBeUndefined();
    }
  }
});
