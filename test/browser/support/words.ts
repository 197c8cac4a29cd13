/** The words on the screen, by the names the client knows them by: a test survives better wording. */
import { texts } from '../../../client/src/shared/i18n/texts/en';

type Key = keyof typeof texts;

export function words(key: Key, facts: Readonly<Record<string, string>> = {}): string {
  return texts[key].replace(/\{\{(\w+)\}\}/g, (_gap, name: string) => facts[name] ?? '');
}
