import { isTextHash } from '../../../../shared/products/content/rules/kept-texts';
import type { Texts } from './use-texts';

/** What staff wrote, as the server tells it: words, or the hash that the journal has of words that are lost. */
export function keptText(say: Texts['say'], text: string): string {
  return isTextHash(text) ? say('page.text_lost', { hash: text }) : text;
}
