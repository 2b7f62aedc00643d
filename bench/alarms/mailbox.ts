/** What a person can read out of the mails in a box: which alarms they name, and how many more they count. */
export interface Found {
  /** Their numbers. */
  named: number[];
  counted: number;
}

export const readBox = (mails: readonly string[]): Found[] => mails.map((mail) => read(bodyOf(mail)));

/** Alarms that a box names or counts. */
export const countOf = (box: readonly Found[]): number =>
  box.reduce((sum, { counted, named }) => sum + named.length + counted, 0);

/** In a digest of the pod too, whose lines are messages. */
function read(text: string): Found {
  const named = [...text.matchAll(/Messwert (\d+) zu hoch/g)].map(([, n]) => Number(n));
  const counts = [...text.matchAll(/und ([\d.]+) weitere/g)].map(([, n = ""]) =>
    Number(n.replaceAll(".", "")),
  );
  return { named, counted: counts.reduce((sum, n) => sum + n, 0) };
}

/** Base64, as the pod sends it. */
function bodyOf(mail: string): string {
  const [, ...body] = mail.split(/\r?\n\r?\n/);
  return Buffer.from(body.join(""), "base64").toString("utf8");
}
