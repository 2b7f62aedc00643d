/** What people read of what a meter measures. */
const MEDIA: Readonly<Record<string, string>> = {
  electricity: "Strom",
  generation: "Stromerzeugung",
  heat: "Wärme",
  cooling: "Kälte",
  gas: "Gas",
  oil: "Heizöl",
  wood: "Holz",
  steam: "Dampf",
  water: "Wasser",
  hot_water: "Warmwasser",
  air: "Druckluft",
  temperature: "Außentemperatur",
};

/** A word of the project that stands for none stays as it is. */
export const mediumText = (medium: string): string => MEDIA[medium] ?? medium;
