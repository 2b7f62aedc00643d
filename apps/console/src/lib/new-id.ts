/** Names for new rows, columns, tables and steps: nobody else makes the same one. */
const LETTERS = "abcdefghijkmnopqrstuvwxyz23456789";
const LENGTH = 12;

export function newId(): string {
  return Array.from(
    crypto.getRandomValues(new Uint8Array(LENGTH)),
    (byte) => LETTERS[byte % LETTERS.length],
  ).join("");
}
