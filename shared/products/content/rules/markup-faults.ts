/** What the text of an article may not have. `markup.depth`: quotes and lists within one another without end. */
export const MARKUP_FAULTS = [
  'markup.html',
  'markup.image',
  'markup.heading',
  'markup.link',
  'markup.host',
  'markup.depth',
] as const;
export type MarkupFault = (typeof MARKUP_FAULTS)[number];
