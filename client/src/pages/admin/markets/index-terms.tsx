import type { IndexTermsRecord } from '../../../../../shared/wire/staff';
import {
  useDeskMarketsQuery,
  useIndexTermsQuery,
  useSetIndexTermsMutation,
} from '../../../entities/staff/settings-api';
import type { Act } from '../../../features/staff-act/act-dialog';
import { useTexts } from '../../../shared/i18n/use-texts';
import { ChangePanel } from '../parts/change-panel';

const REASON_LENGTH_MAX = 200;

interface Row {
  symbol: string;
  /** Null as long as the market has no index. */
  terms: IndexTermsRecord | null;
}

interface IndexTermsProps {
  /** What the last change of them was at. */
  since: number | undefined;
  onDone: (position: number | undefined) => void;
}

/** How the index price of each market is made; no price is among what staff can say. */
export function IndexTerms({ since, onDone }: IndexTermsProps) {
  const { say, numbers } = useTexts();
  const markets = useDeskMarketsQuery();
  const asked = useIndexTermsQuery(since);
  const changeOf = useChange(onDone);
  const milliseconds = (pick: (terms: IndexTermsRecord) => number) => {
    const shown = ({ terms }: Row): string =>
      terms ? say('staff.index.ms', { ms: numbers.exact(String(pick(terms))) }) : '–';
    return shown;
  };
  return (
    <ChangePanel
      title={say('staff.index')}
      level={2}
      lead={say('staff.index.lead')}
      asked={asked}
      rows={asked.data && markets.data && rowsOf(asked.data, markets.data)}
      empty={say('staff.markets.empty')}
      columns={[
        { key: 'symbol', title: say('staff.market'), render: ({ symbol }) => symbol },
        {
          key: 'sources',
          title: say('staff.index.sources_min'),
          isEnd: true,
          render: ({ terms }) => terms?.sourcesMin ?? '–',
        },
        {
          key: 'source_age',
          title: say('staff.index.source_stale'),
          isEnd: true,
          render: milliseconds(({ sourceStaleMs }) => sourceStaleMs),
        },
        { key: 'age', title: say('staff.index.stale'), isEnd: true, render: milliseconds(({ staleMs }) => staleMs) },
        {
          key: 'decimals',
          title: say('staff.index.decimals'),
          isEnd: true,
          render: ({ terms }) => terms?.decimals ?? '–',
        },
      ]}
      keyOf={({ symbol }) => symbol}
      nameOf={({ symbol }) => symbol}
      verb={say('staff.change')}
      changeOf={changeOf}
    />
  );
}

/** Every market, and behind them what has an index and no market. */
function rowsOf(known: readonly IndexTermsRecord[], markets: readonly { name: string }[]): Row[] {
  const bySymbol = new Map(known.map((terms) => [terms.symbol, terms]));
  const symbols = new Set([...markets.map(({ name }) => name), ...bySymbol.keys()]);
  return [...symbols].map((symbol) => ({ symbol, terms: bySymbol.get(symbol) ?? null }));
}

const FIRST: Omit<IndexTermsRecord, 'symbol'> = { decimals: 2, sourceStaleMs: 10_000, staleMs: 30_000, sourcesMin: 3 };

function useChange(onPosition: (position: number | undefined) => void): (row: Row) => Act {
  const { say } = useTexts();
  const [setTerms] = useSetIndexTermsMutation();
  return ({ symbol, terms }) => {
    const { decimals, sourceStaleMs, staleMs, sourcesMin } = terms ?? FIRST;
    const whole = (name: string, label: string, initial: number, lengthMax: number) => {
      return { name, label, kind: 'whole', lengthMax, initial: String(initial) } as const;
    };
    return {
      title: `${say('staff.index')} – ${symbol}`,
      consequence: say('staff.index.consequence'),
      takes: 'SetIndexTerms',
      ...(terms ? { facts: [[say('staff.index.decimals'), String(decimals)]] as const } : {}),
      fields: [
        whole('sourcesMin', say('staff.index.sources_min'), sourcesMin, 2),
        whole('sourceStaleMs', `${say('staff.index.source_stale')} (ms)`, sourceStaleMs, 7),
        whole('staleMs', `${say('staff.index.stale')} (ms)`, staleMs, 8),
        ...(terms ? [] : [whole('decimals', say('staff.index.decimals'), decimals, 2)]),
        { name: 'reason', label: say('staff.reason'), kind: 'lines', lengthMax: REASON_LENGTH_MAX },
      ],
      confirm: say('staff.save'),
      done: say('staff.saved'),
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
