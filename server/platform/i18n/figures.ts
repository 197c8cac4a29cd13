/** Figures in texts, in the user's language. */
import { byteSize } from '../../../shared/rules/byte-size';
import { HTML_LANG, type Language } from '../../../shared/wire/languages';

/** The maximum of Intl; no asset has more. */
const PLACES_MAX = 20;

/**
 * A decimal with all its digits in the language's format. Intl formats the text itself, because a float cannot hold an
 * amount.
 */
export function figureOf(language: Language, decimal: string): string {
  const options = { maximumFractionDigits: PLACES_MAX, useGrouping: 'always' } as Intl.NumberFormatOptions;
  return new Intl.NumberFormat(HTML_LANG[language], options).format(decimal as Intl.StringNumericLiteral);
}

/** A fact of a refusal as shown in a text: a size if its name says bytes, a number if it is one. */
export function factOf(language: Language, name: string, value: string | number): string {
  if (name.endsWith('Bytes')) return byteSize(HTML_LANG[language], Number(value));
  const text = String(value);
  return /^-?\d+(\.\d+)?$/.test(text) ? figureOf(language, text) : text;
}
