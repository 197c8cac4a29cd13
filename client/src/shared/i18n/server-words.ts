/** The server's own words for codes, statuses and reasons, for what the page says before the server does. */
import { useCallback, useEffect, useState } from 'react';
import type { Language } from '../../../../shared/wire/languages';
import { patiently } from '../lib/patiently';
import { useTexts } from './use-texts';

type Catalogue = Readonly<
  Record<'code' | 'field' | 'label' | 'reason' | 'status' | 'staffReason', Readonly<Record<string, string>>>
>;

const LOADERS: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  zh: () => import('../../../../shared/wire/messages/zh.json'),
  en: () => import('../../../../shared/wire/messages/en.json'),
  tc: () => import('../../../../shared/wire/messages/tc.json'),
  jp: () => import('../../../../shared/wire/messages/jp.json'),
  ti: () => import('../../../../shared/wire/messages/ti.json'),
  kr: () => import('../../../../shared/wire/messages/kr.json'),
  ep: () => import('../../../../shared/wire/messages/ep.json'),
  il: () => import('../../../../shared/wire/messages/il.json'),
  pt: () => import('../../../../shared/wire/messages/pt.json'),
};

const loaded = new Map<Language, Catalogue>();

/** Empty while the words of a language have not come; the code itself where there are none. */
export function useServerWords(): (kind: keyof Catalogue, code: string) => string {
  const { language } = useTexts();
  const [, setCount] = useState(0);
  useEffect(() => {
    if (loaded.has(language)) return;
    let isCurrent = true;
    void patiently(LOADERS[language], (catalogue) => {
      loaded.set(language, catalogue);
      if (isCurrent) setCount((count) => count + 1);
    });
    return () => {
      isCurrent = false;
    };
  }, [language]);
  const catalogue = loaded.get(language);
  return useCallback((kind, code) => (catalogue ? (catalogue[kind][code] ?? code) : ''), [catalogue]);
}
