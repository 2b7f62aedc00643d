/** What people read of the area diagnostics. */
export const texts = {
  passwordTooShort: (least: number) => `Das Passwort muss mindestens ${least} Zeichen lang sein.`,
};
