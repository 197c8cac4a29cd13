/** The server's texts for codes, statuses and reasons, for checks made in the client. */
import { useCallback, useEffect, useState } from 'react';
import type { Language } from '../../../../shared/wire/languages';
import { loadWithRetry } from '../lib/load-with-retry';
import { useTexts } from './use-texts';

type Catalogue = Readonly<
  Record<'code' | 'field' | 'label' | 'reason' | 'status' | 'staffReason', Readonly<Record<string, string>>>
>;

/** A product's part of the catalogue. */
export type ServerWordsLoader = (language: Language) => Promise<{ default: Pick<Catalogue, 'code' | 'label'> }>;

const loaded = new Map<Language, Catalogue>();
let ofProducts: readonly ServerWordsLoader[] = [];

/** Call before the first use. */
export function addServerWords(loaders: readonly ServerWordsLoader[]): void {
  ofProducts = loaders;
}

/** Empty while the language is loading; the code itself if it has no text. */
export function useServerWords(): (kind: keyof Catalogue, code: string) => string {
  const { language } = useTexts();
  const [, setCount] = useState(0);
  useEffect(() => {
    if (loaded.has(language)) return;
    let isCurrent = true;
    void loadWithRetry(
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

async function catalogueOf(language: Language): Promise<Catalogue> {
  const [common, ...productCatalogues] = await Promise.all([
    import(`../../../../shared/wire/messages/${language}.json`) as Promise<Catalogue>,
    ...ofProducts.map((load) => load(language).then((part) => part.default)),
  ]);
  return {
    ...common,
    code: Object.assign({}, common.code, ...productCatalogues.map(({ code }) => code)) as Catalogue['code'],
    label: Object.assign({}, common.label, ...productCatalogues.map(({ label }) => label)) as Catalogue['label'],
  };
}
