/** A file's name that a site gave, as a browser may have it: one that nobody's computer runs at a click. */
const LONGEST = 120;
const KINDS = /\.(?:age|crt|csv|enc|gz|json|log|ndjson|ods|parquet|pcap|pcapng|tar|txt|xls|xlsx|xml|zip)$/i;

export function safeName(given: string): string {
  const name = given.replaceAll(/[^A-Za-z0-9._-]/g, "_").replace(/^\.+/, "");
  const short = name.length > LONGEST ? name.slice(-LONGEST) : name;
  return KINDS.test(short) ? short : `${short === "" ? "datei" : short}.bin`;
}
