/** Images of our own: which programs of Debian's packages they hold, and what they run. */
import { CATALOGUE } from "../catalogue/index.ts";
import type { ImageEntry, ImageSource } from "./archive.ts";

export interface Recipe {
  /** Where the programs come from. */
  packages: readonly string[];
  /** Absolute paths; the libraries they load follow. */
  programs: readonly string[];
  /** Files of the folder of its name, put into /usr/local/bin. */
  scripts: readonly string[];
  extra: readonly ImageEntry[];
  config: ImageSource["config"];
}

const SHELL = ["dash", "coreutils", "grep", "sed", "diffutils"];
const TOOLS = ["cat", "cp", "cut", "head", "tail", "mkdir", "mktemp", "mv", "rm", "sleep"].map(
  (name) => `/usr/bin/${name}`,
);
const PATH = "PATH=/usr/local/bin:/usr/sbin:/usr/bin";
const TMP: ImageEntry = { path: "/tmp", folder: true, mode: 0o1777 };

export const RECIPES: Readonly<Record<"caddyproxy" | "mosquitto", Recipe>> = {
  caddyproxy: {
    packages: ["haproxy", "socat", ...SHELL],
    programs: ["/usr/sbin/haproxy", "/usr/bin/socat", "/usr/bin/grep", "/usr/bin/cmp", ...TOOLS],
    scripts: ["start", "apply", "healthy", "try"],
    extra: [
      TMP,
      { path: "/etc/proxy/next", folder: true, mode: 0o700 },
      { path: "/etc/proxy/certificates", folder: true, mode: 0o700 },
    ],
    config: { Cmd: ["/usr/local/bin/start"], Env: [PATH] },
  },
  mosquitto: {
    packages: ["mosquitto", "mosquitto-clients", ...SHELL],
    programs: [
      "/usr/sbin/mosquitto",
      ...["mosquitto_passwd", "mosquitto_pub", "mosquitto_sub", "grep", "sed", "base64", "tr"].map(
        (name) => `/usr/bin/${name}`,
      ),
      ...TOOLS,
    ],
    scripts: ["start", "apply", "may", "throwaway"],
    extra: [
      TMP,
      {
        path: "/etc/passwd",
        content: "root:x:0:0::/:/bin/sh\nmosquitto:x:1883:1883::/:/bin/sh\n",
        mode: 0o644,
      },
      { path: "/etc/group", content: "root:x:0:\nmosquitto:x:1883:\n", mode: 0o644 },
      { path: "/etc/mosquitto", folder: true, uid: 1883 },
      { path: "/etc/mosquitto/next", folder: true, mode: 0o700, uid: 1883 },
      { path: "/var/lib/mosquitto", folder: true, mode: 0o700, uid: 1883 },
    ],
    config: { Cmd: ["/usr/local/bin/start"], Env: [PATH], User: "1883:1883" },
  },
};

export const imageName = (name: keyof typeof RECIPES): string => {
  const { repository, tag } = CATALOGUE[name].image;
  return `${repository}:${tag}`;
};
