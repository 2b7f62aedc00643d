/** What is said of a name that is no channel: by the check, and when a script uses it. */
export function noSuchChannel(name: string, meant: string | undefined): string {
  const text = `Das Projekt hat keinen Channel „${name}“`;
  return meant === undefined ? text : `${text}; meinten Sie „${meant}“?`;
}
