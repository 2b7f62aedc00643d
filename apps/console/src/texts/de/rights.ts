/** Roles, and what is said of what is not for them. */
import type { Level } from "@hubwart/contract";

const role: Readonly<Record<Level, string>> = {
  see: "Betrachter",
  operate: "Bediener",
  engineer: "Integrator",
  admin: "Administrator",
};

export const rightsTexts = {
  role,
  lookOnly: {
    needed: (role: string) => `Nur zum Ansehen: Zum Ändern braucht es die Rolle ${role}.`,
    bounded: "Nur zum Ansehen: Ihr Zugang ist auf einen Teil der Channels beschränkt.",
  },
};
