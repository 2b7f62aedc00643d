/** What people read where a site is not known to be as it should. */
export const texts = {
  notAsked: "Dieser Standort wurde noch nicht gefragt.",
  notOfGroup: "Dieser Standort gehört nicht zur Gruppe.",
};
