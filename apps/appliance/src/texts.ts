/** What people read of several areas in the same words. */
export const common = {
  noFile: "Es wurde keine Datei gesendet.",
  prometheusToken: "Token für Prometheus",
};
