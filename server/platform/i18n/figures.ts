/** Figures in texts, in the user's language. */
import { byteSize } from '../../../shared/rules/byte-size';
import { HTML_LANG, type Language } from '../../../shared/wire/languages';

/** As many as Intl counts; no asset has more. */
const PLACES_MAX = 20;

/** A decimal, every digit of it, as the language writes figures. Intl reads the text itself: no float holds an amount. */
export function figureOf(language: Language, decimal: string): string {
  const options = { maximumFractionDigits: PLACES_MAX, useGrouping: 'always' } as Intl.NumberFormatOptions;
  return new Intl.NumberFormat(HTML_LANG[language], options).format(decimal as Intl.StringNumericLiteral);
}

/** A fact of a refusal as a text names it: a size where the name of the fact says bytes, a figure where it is one. */
export function factOf(language: Language, name: string, fact: string | number): string {
  if (name.endsWith('Bytes')) return byteSize(HTML_LANG[language], Number(fact));
  const text = String(fact);
  return /^-?\d+(\.\d+)?$/.test(text) ? figureOf(language, text) : text;
}
