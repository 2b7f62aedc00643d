export const DEVICE_PACKAGES: readonly string[];
