/** What people read of the area trace. */
export const texts = {
  endBeforeStart: "Das Ende muss nach dem Anfang liegen.",
};
