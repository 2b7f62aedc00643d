/** Words of a cell, each once and in order. */
export function splitTags(text: string | undefined): string[] {
  if (text === undefined) return [];
  const words = text.split(/[,;\n]/).map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ""))].sort();
}
