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
  const asked = useIndexTermsQuery(since);
  const changeOf = useChange(onDone);
  const milliseconds = (pick: (terms: IndexTermsRecord) => number) => {
    const shown = ({ terms }: Row): string =>
      terms ? t('staff.index.ms', { ms: numbers.exact(String(pick(terms))) }) : '–';
    return shown;
  };
  return (
    <ChangePanel
      title={t('staff.index')}
      level={2}
      lead={t('staff.index.lead')}
      asked={asked}
      rows={asked.data && markets.data && rowsOf(asked.data, markets.data)}
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
function rowsOf(known: readonly IndexTermsRecord[], markets: readonly { name: string }[]): Row[] {
  const bySymbol = new Map(known.map((terms) => [terms.symbol, terms]));
  const symbols = new Set([...markets.map(({ name }) => name), ...bySymbol.keys()]);
  return [...symbols].map((symbol) => ({ symbol, terms: bySymbol.get(symbol) ?? null }));
}

const FIRST: Omit<IndexTermsRecord, 'symbol'> = { decimals: 2, sourceStaleMs: 10_000, staleMs: 30_000, sourcesMin: 3 };

function useChange(onPosition: (position: number | undefined) => void): (row: Row) => Act {
  const { t } = useTexts();
  const [setTerms] = useSetIndexTermsMutation();
  return ({ symbol, terms }) => {
    const { decimals, sourceStaleMs, staleMs, sourcesMin } = terms ?? FIRST;
    const whole = (name: string, label: string, initial: number, lengthMax: number) => {
      return { name, label, kind: 'whole', lengthMax, initial: String(initial) } as const;
    };
    return {
      title: `${t('staff.index')} – ${symbol}`,
      consequence: t('staff.index.consequence'),
      takes: 'SetIndexTerms',
      ...(terms ? { facts: [[t('staff.index.decimals'), String(decimals)]] as const } : {}),
      fields: [
        whole('sourcesMin', t('staff.index.sources_min'), sourcesMin, 2),
        whole('sourceStaleMs', `${t('staff.index.source_stale')} (ms)`, sourceStaleMs, 7),
        whole('staleMs', `${t('staff.index.stale')} (ms)`, staleMs, 8),
        ...(terms ? [] : [whole('decimals', t('staff.index.decimals'), decimals, 2)]),
        { name: 'reason', label: t('staff.reason'), kind: 'lines', lengthMax: REASON_LENGTH_MAX },
      ],
      confirm: t('staff.save'),
      done: t('staff.saved'),
      send: (entered, clientId) =>
        setTerms({
          clientId,
          symbol,
          decimals: terms ? decimals : Number(entered.decimals),
          sourceStaleMs: Number(entered.sourceStaleMs),
          staleMs: Number(entered.staleMs),
          sourcesMin: Number(entered.sourcesMin),
          reason: entered.reason,
        }),
      onDone: onPosition,
    };
  };
}
