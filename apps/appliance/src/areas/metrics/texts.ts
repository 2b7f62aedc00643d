/** What people read of the area metrics. */
export const texts = {
  tokenNeeded: "Diese Adresse verlangt ein eigenes Token.\n",
};
