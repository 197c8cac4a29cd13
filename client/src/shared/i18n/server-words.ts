/** The server's own words for codes, statuses and reasons, for what the page says before the server does. */
import { useCallback, useEffect, useState } from 'react';
import type { Language } from '../../../../shared/wire/languages';
import { patiently } from '../lib/patiently';
import { useTexts } from './use-texts';

type Catalogue = Readonly<
  Record<'code' | 'field' | 'label' | 'reason' | 'status' | 'staffReason', Readonly<Record<string, string>>>
>;

const loaded = new Map<Language, Catalogue>();

/** Empty while the words of a language have not come; the code itself where there are none. */
export function useServerWords(): (kind: keyof Catalogue, code: string) => string {
  const { language } = useTexts();
  const [, setCount] = useState(0);
  useEffect(() => {
    if (loaded.has(language)) return;
    let isCurrent = true;
    void patiently(
      () => catalogueOf(language),
      (catalogue) => {
        loaded.set(language, catalogue);
        if (isCurrent) setCount((count) => count + 1);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [language]);
  const catalogue = loaded.get(language);
  return useCallback((kind, code) => (catalogue ? (catalogue[kind][code] ?? code) : ''), [catalogue]);
}

function catalogueOf(language: Language): Promise<Catalogue> {
  return import(`../../../../shared/wire/messages/${language}.json`);
}
