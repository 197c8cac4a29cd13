import { isTextHash } from '../../../../shared/products/content/rules/text-hashes';
import type { Texts } from './use-texts';

/** A text of staff from the server: words, or the journal's hash if the words are lost. */
export function storedText(t: Texts['t'], text: string): string {
  return isTextHash(text) ? t('page.text_lost', { hash: text }) : text;
}
