/** The texts of a language, which are written by area, as one table. */
import type * as english from './texts/en';

type Areas = typeof english;
/** English is the measure. */
export type TextName = { [Area in keyof Areas]: keyof Areas[Area] }[keyof Areas];

export function joinedTexts(areas: Areas | Readonly<Record<string, Readonly<Record<string, string>>>>): JoinedTexts {
  return Object.assign({}, ...Object.values(areas)) as JoinedTexts;
}

type JoinedTexts = Record<TextName, string>;
