import { expect, it } from "vitest";
import { ownNames } from "./names.ts";

const LAN = {
  eth0: [{ address: "192.168.1.20" }, { address: "2001:db8::20" }],
  br0: [{ address: "10.0.0.1" }],
};
const LOCAL = ["localhost", "127.0.0.1", "::1"];

it("lists the addresses that stay", () => {
  expect(ownNames("", LAN).slice(-6)).toEqual([...LOCAL, "192.168.1.20", "2001:db8::20", "10.0.0.1"]);
});

it("is not changed by add-ons that come and go, nor by addresses of one link", () => {
  const busy = {
    eth0: [...LAN.eth0, { address: "fe80::1%eth0" }, { address: "169.254.7.7" }],
    docker0: [{ address: "172.17.0.1" }],
    "br-0123456789ab": [{ address: "172.18.0.1" }, { address: "fe80::42" }],
    veth12ab: [{ address: "fe80::5" }],
    podman0: [{ address: "10.88.0.1" }],
    br0: LAN.br0,
  };
  expect(ownNames("hub", busy)).toEqual(ownNames("hub", LAN));
});
