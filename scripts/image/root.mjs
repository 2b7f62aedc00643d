/** The root folder of an image: Debian, the package, and packaging/image/root. Each device becomes one of its own at its first start. */
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * @param base of `debianBase`
 * @param parts.deb the package; parts.files laid over Debian, readable for all; parts.add laid over everything, modes as they are
 */
export function stageRoot(base, folder, { deb, files, add }) {
  execFileSync("cp", ["--archive", "--reflink=auto", path.join(base, "root"), folder]);
  layOver(files, folder, ["--mode=u=rwX,go=rX"]);
  copyFileSync(deb, path.join(folder, "hubwart.deb"));
  inside(folder, ["dpkg", "--force-unsafe-io", "--install", "/hubwart.deb"]);
  rmSync(path.join(folder, "hubwart.deb"));
  inside(folder, ["systemctl", "enable", "--quiet", "systemd-networkd.service", "ssh-keys.service"]);
  // Switched on in the console.
  inside(folder, ["systemctl", "disable", "--quiet", "ssh.service"]);
  if (add !== undefined) layOver(add, folder, []);
  forgetIdentity(folder);
}

function layOver(from, to, modes) {
  const pack = ["--directory", from, "--owner=0", "--group=0", ...modes, "--create", "."];
  const unpack = ["--directory", to, "--extract", "--no-overwrite-dir", "--preserve-permissions"];
  const archive = execFileSync("tar", pack, { maxBuffer: 2 ** 31 - 1 });
  execFileSync("tar", unpack, { input: archive });
}

/** With nothing of this machine's environment; what is started ends with it. */
function inside(folder, command) {
  const script = 'mount -t proc proc "$1/proc" && exec chroot "$@"';
  const within = ["--mount", "--pid", "--fork", "--kill-child", "--", "sh", "-c", script, "sh", folder];
  execFileSync("unshare", [...within, ...command], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C.UTF-8", DEBIAN_FRONTEND: "noninteractive" },
  });
}

function forgetIdentity(folder) {
  const at = (name) => path.join(folder, name);
  // Empty, and not missing: then systemd makes one, and takes nothing else for a first start.
  writeFileSync(at("etc/machine-id"), "");
  for (const name of readdirSync(at("etc/ssh")))
    if (name.startsWith("ssh_host_")) rmSync(at(`etc/ssh/${name}`));
  for (const name of ["var/lib/dbus/machine-id", "var/lib/systemd/random-seed", "etc/resolv.conf"])
    rmSync(at(name), { force: true });
  symlinkSync("../run/systemd/resolve/stub-resolv.conf", at("etc/resolv.conf"));
  chmodSync(folder, 0o755);
}
