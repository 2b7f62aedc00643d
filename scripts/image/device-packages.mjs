/** What every device has of Debian: that of the image, and the one that the tests boot. */
export const DEVICE_PACKAGES = [
  "systemd",
  "systemd-sysv",
  "libpam-systemd",
  "dbus",
  "udev",
  "systemd-timesyncd",
  "systemd-resolved",
  "iproute2",
  "iputils-ping",
  "procps",
  "openssh-server",
  "ca-certificates",
];
