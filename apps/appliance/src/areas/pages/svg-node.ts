/** An element of a picture, of which only what may stand there is kept. */
export interface SvgNode {
  name: string;
  attributes: Map<string, string>;
  children: (SvgNode | string)[];
}
