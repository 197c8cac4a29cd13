/** The publications of an index: those before the page was opened, and each that comes. */
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectIndexPrice, type IndexPriceState } from '../../entities/index-price/index-price-slice';
import { useInterest } from '../../shared/stream/interest';
import { useOptionPublicationsQuery } from '../../entities/option/option-api';

export interface Point {
  price: string;
  at: number;
}

/** More than ten minutes of one a second. */
const KEPT_MAX = 900;

/** Each once, in their order. */
export function joined(known: readonly Point[], more: readonly Point[]): readonly Point[] {
  const fresh = more.filter(({ at }) => !known.some((one) => one.at === at));
  if (fresh.length === 0) return known;
  return [...known, ...fresh].sort((one, other) => one.at - other.at).slice(-KEPT_MAX);
}

interface Publications {
  points: readonly Point[];
  /** Undefined until the stream has told it; null before the first publication. */
  latest: Point | null | undefined;
  isStale: boolean;
}

export function usePublications(symbol: string | null): Publications {
  useInterest(symbol === null ? null : { channel: 'index', market: symbol });
  const index = useSelector((state: { indexPrice: IndexPriceState }) =>
    symbol === null ? null : selectIndexPrice(state, symbol).index,
  );
  const { currentData } = useOptionPublicationsQuery(symbol ?? '', {
    skip: symbol === null,
    refetchOnMountOrArgChange: true,
  });
  const [known, setKnown] = useState<{ symbol: string | null; points: readonly Point[] }>({ symbol, points: [] });
  const [price, at] = [index?.price ?? null, index?.at ?? null];
  useEffect(() => {
    const came = price !== null && at !== null ? [{ price, at }] : [];
    setKnown((before) => ({
      symbol,
      points: joined(before.symbol === symbol ? before.points : [], [...(currentData ?? []), ...came]),
    }));
  }, [symbol, currentData, price, at]);
  return {
    points: known.symbol === symbol ? known.points : [],
    latest: index === null ? undefined : price === null || at === null ? null : { price, at },
    isStale: index?.isStale ?? false,
  };
}
