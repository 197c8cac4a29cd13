/** Texts of a language, written by area, as one table. */
import type * as english from './texts/en';

type Areas = typeof english;
/** English defines the complete set of keys. */
export type TextName = { [Area in keyof Areas]: keyof Areas[Area] }[keyof Areas];

export function joinedTexts(areas: Areas | Readonly<Record<string, Readonly<Record<string, string>>>>): JoinedTexts {
  return Object.assign({}, ...Object.values(areas)) as JoinedTexts;
}

type JoinedTexts = Record<TextName, string>;
