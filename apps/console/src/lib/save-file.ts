/** Hands a text or bytes to the browser as a file. */
export function saveFile(name: string, content: string | Uint8Array<ArrayBuffer>, type: string): void {
  const charset = typeof content === "string" ? ";charset=utf-8" : "";
  const url = URL.createObjectURL(new Blob([content], { type: `${type}${charset}` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Firefox begins the download only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
