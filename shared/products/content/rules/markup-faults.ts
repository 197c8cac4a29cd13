/** Forbidden parts of an article's text. `markup.depth`: quotes and lists nested too deep. */
export const MARKUP_FAULTS = [
  'markup.html',
  'markup.image',
  'markup.heading',
  'markup.link',
  'markup.host',
  'markup.depth',
] as const;
export type MarkupFault = (typeof MARKUP_FAULTS)[number];
