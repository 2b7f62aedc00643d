export const texts = {
  gone: "Dieser Entwurf ist nicht mehr vorhanden.",
  tooDeep: "Erlaubt sind höchstens 12 Ebenen.",
  unreadable: (reason: string) =>
    `Ein Entwurf eines Formulars ist nicht lesbar und wird verworfen: ${reason}`,
};
