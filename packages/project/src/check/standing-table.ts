/**
 * The rows of one table as they stood when they were checked last, place by place. Most stand where they stood: they are known by that
 * alone, and nothing is looked at but what stands elsewhere or is another one. To look at each row is what costs.
 */
import type { TableRow } from "../read/table.ts";
import type { TableView } from "./table-view.ts";

export class StandingTable {
  readonly view: TableView;
  /** How its rows are read. */
  readonly reading: string;
  /** What else of the project its rows hang on, as a text. */
  readonly around: string;
  /** Places of rows that are checked each time, in their order: those that are not in order, or not to be remembered. */
  again: number[] = [];

  constructor(view: TableView, reading: string, around = "") {
    this.view = view;
    this.reading = reading;
    this.around = around;
  }

  get rows(): readonly TableRow[] {
    return this.view.below;
  }

  /** Places that are to be checked since the table stood like this; undefined for another table, or one with more or fewer rows. */
  placesSince(before: StandingTable): number[] | undefined {
    const { again, around, reading, rows: was } = before;
    const { rows } = this;
    if (reading !== this.reading || around !== this.around || was.length !== rows.length) return undefined;
    const places: number[] = [];
    let next = 0;
    for (let place = 0; place < rows.length; place += 1) {
      if (again[next] === place) next += 1;
      else if (rows[place] === was[place]) continue;
      places.push(place);
    }
    return places;
  }
}
