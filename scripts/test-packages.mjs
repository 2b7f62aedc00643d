/** Debian packages whose programs the tests use as real peers, by tier. */
export const PACKAGES = {
  integration: [
    "mosquitto",
    "mosquitto-clients",
    "influxdb",
    "prometheus",
    "python3-pymodbus",
    "python3-serial",
    "python3-serial-asyncio",
    "python3-openpyxl",
    "libreoffice-calc-nogui",
    "iputils-ping",
    "iproute2",
    "curl",
    "openssl",
    "age",
  ],
  e2e: ["chromium", "fonts-dejavu-core", "mosquitto", "iputils-ping", "curl"],
};
