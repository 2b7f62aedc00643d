/** Texts of the area "jobs": what runs, in the header of every page. */
export const jobsTexts = {
  /** Label of the button for screen readers. */
  label: (count: number) => (count === 1 ? "1 laufender Vorgang" : `${count} laufende Vorgänge`),
  several: (count: number) => `${count} Vorgänge`,
  title: "Laufende Vorgänge",
  undoing: "Wird zurückgenommen …",
  cancel: "Abbrechen",
  cancelOf: (title: string) => `„${title}“ abbrechen`,
  percent: (value: number) => `${value}\u00a0%`,
  counted: (done: number, total: number) => `${done} von ${total}`,
  failed: (title: string, message: string) => `${title}: ${message}`,
} as const;
