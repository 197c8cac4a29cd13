import type { IndexTermsRecord } from '../../../../shared/wire/staff';
import { useDeskMarketsQuery, useIndexTermsQuery, useSetIndexTermsMutation } from '../api/settings-api';
import type { Act } from '../act/act-dialog';
import { useTexts } from '../../kit/i18n/use-texts';
import { ChangePanel } from '../parts/change-panel';

const REASON_LENGTH_MAX = 200;

interface Row {
  symbol: string;
  /** Null if the market has no index. */
  terms: IndexTermsRecord | null;
}

interface IndexTermsProps {
  /** Journal position of the last change. */
  since: number | undefined;
  onDone: (position: number | undefined) => void;
}

/** Parameters of the index price per market. Staff cannot set prices themselves. */
export function IndexTerms({ since, onDone }: IndexTermsProps) {
  const { t, numbers } = useTexts();
  const markets = useDeskMarketsQuery();
  const termsQuery = useIndexTermsQuery(since);
  const changeOf = useChange(onDone);
  const milliseconds = (termOf: (terms: IndexTermsRecord) => number) => {
    const textOf = ({ terms }: Row): string =>
      terms ? t('staff.index.ms', { ms: numbers.exact(String(termOf(terms))) }) : '–';
    return textOf;
  };
  return (
    <ChangePanel
      title={t('staff.index')}
      level={2}
      lead={t('staff.index.lead')}
      query={termsQuery}
      rows={termsQuery.data && markets.data && rowsOf(termsQuery.data, markets.data)}
      empty={t('staff.markets.empty')}
      columns={[
        { key: 'symbol', title: t('staff.market'), render: ({ symbol }) => symbol },
        {
          key: 'sources',
          title: t('staff.index.sources_min'),
          isEnd: true,
          render: ({ terms }) => terms?.sourcesMin ?? '–',
        },
        {
          key: 'source_age',
          title: t('staff.index.source_stale'),
          isEnd: true,
          render: milliseconds(({ sourceStaleMs }) => sourceStaleMs),
        },
        { key: 'age', title: t('staff.index.stale'), isEnd: true, render: milliseconds(({ staleMs }) => staleMs) },
        {
          key: 'decimals',
          title: t('staff.index.decimals'),
          isEnd: true,
          render: ({ terms }) => terms?.decimals ?? '–',
        },
      ]}
      keyOf={({ symbol }) => symbol}
      nameOf={({ symbol }) => symbol}
      verb={t('staff.change')}
      changeOf={changeOf}
    />
  );
}

/** All markets, followed by symbols that have an index but no market. */
function rowsOf(records: readonly IndexTermsRecord[], markets: readonly { name: string }[]): Row[] {
  const bySymbol = new Map(records.map((terms) => [terms.symbol, terms]));
  const symbols = new Set([...markets.map(({ name }) => name), ...bySymbol.keys()]);
  return [...symbols].map((symbol) => ({ symbol, terms: bySymbol.get(symbol) ?? null }));
}

const FIRST: Omit<IndexTermsRecord, 'symbol'> = { decimals: 2, sourceStaleMs: 10_000, staleMs: 30_000, sourcesMin: 3 };

function useChange(onPosition: (position: number | undefined) => void): (row: Row) => Act {
  const { t } = useTexts();
  const [setTerms] = useSetIndexTermsMutation();
  return ({ symbol, terms }) => {
    const { decimals, sourceStaleMs, staleMs, sourcesMin } = terms ?? FIRST;
    const wholeField = (name: string, label: string, initial: number, lengthMax: number) => {
      return { name, label, kind: 'whole', lengthMax, initial: String(initial) } as const;
    };
    return {
      title: `${t('staff.index')} – ${symbol}`,
      consequence: t('staff.index.consequence'),
      approvalRule: 'SetIndexTerms',
      ...(terms ? { details: [[t('staff.index.decimals'), String(decimals)]] as const } : {}),
      fields: [
        wholeField('sourcesMin', t('staff.index.sources_min'), sourcesMin, 2),
        wholeField('sourceStaleMs', `${t('staff.index.source_stale')} (ms)`, sourceStaleMs, 7),
        wholeField('staleMs', `${t('staff.index.stale')} (ms)`, staleMs, 8),
        ...(terms ? [] : [wholeField('decimals', t('staff.index.decimals'), decimals, 2)]),
        { name: 'reason', label: t('staff.reason'), kind: 'lines', lengthMax: REASON_LENGTH_MAX },
      ],
      confirm: t('staff.save'),
      successText: t('staff.saved'),
      send: (input, clientId) =>
        setTerms({
          clientId,
          symbol,
          decimals: terms ? decimals : Number(input.decimals),
          sourceStaleMs: Number(input.sourceStaleMs),
          staleMs: Number(input.staleMs),
          sourcesMin: Number(input.sourcesMin),
          reason: input.reason,
        }),
      onDone: onPosition,
    };
  };
}
