/** Headers every answer carries, and the content policies of the API and of public files; that of pages is with what serves them. */

export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

export const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** What pages of others may read; nothing is allowed with credentials, and no header or method beyond a plain GET. */
export const READ_BY_ALL: Readonly<Record<string, string>> = {
  "cross-origin-resource-policy": "cross-origin",
  "access-control-allow-origin": "*",
};

/**
 * Files of the public: whatever they contain, it has no access to the console's origin. Their own origin is opaque, so that
 * even their own pictures come from elsewhere to a browser, and modules, fonts and `fetch` need leave to be read. Whoever reaches
 * the device may read these files anyway.
 */
export const PUBLIC_FILES_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "sandbox allow-scripts allow-forms allow-popups allow-downloads; frame-ancestors 'none'",
  ...READ_BY_ALL,
};
