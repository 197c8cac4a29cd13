import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectIsConnectionLost } from '../../../../entities/connection/connection-slice';
import { selectIndexPrice } from '../../../../entities/index-price/index-price-slice';
import { useOptionPublicationsQuery } from '../../../../entities/option/option-api';
import { withPublished, type Published } from '../../api/publications';
import type { Fault } from '../../../../shared/api/envelope';
import { useInterest } from '../../../../shared/stream/interest';
import { phaseShown, type Phase } from '../../../../shared/stream/liveness';
import { useSelected } from '../../../../shared/lib/hooks/use-selected';

export interface Publications {
  /** Oldest first; undefined until the first answer, of the exchange or of the stream. */
  published: readonly Published[] | undefined;
  /** The index now; null before it is known. */
  price: string | null;
  /** Nothing is settled by it, and nothing is sold. */
  isStale: boolean;
  phase: Phase;
  fault: Fault | null;
  retry: () => void;
}

interface Known {
  symbol: string;
  published: readonly Published[];
}

/** What the stream tells of an index, laid over the latest publications; after every silence those are asked for again. */
export function usePublications(symbol: string): Publications {
  useInterest({ channel: 'index', market: symbol });
  const isLost = useSelector(selectIsConnectionLost);
  const { index, liveness } = useSelected(selectIndexPrice, symbol);
  const { data, error, refetch, isUninitialized } = useOptionPublicationsQuery(symbol, {
    refetchOnMountOrArgChange: true,
  });
  const [known, setKnown] = useState<Known>({ symbol, published: [] });
  const [taken, setTaken] = useState<{ data: typeof data; index: typeof index }>({ data: undefined, index: null });
  if (known.symbol !== symbol) {
    setKnown({ symbol, published: [] });
    setTaken({ data: undefined, index: null });
  } else if (taken.data !== data || taken.index !== index) {
    setTaken({ data, index });
    const { price, at } = index ?? { price: null, at: null };
    const now = price !== null && at !== null ? [{ price, at }] : [];
    setKnown({ symbol, published: withPublished(known.published, [...(data ?? []), ...now]) });
  }
  const phase = phaseShown(liveness.phase, isLost);
  const isLive = phase === 'live';
  useEffect(() => {
    if (isLive && !isUninitialized) void refetch();
  }, [isLive, isUninitialized, refetch]);
  const published = known.symbol === symbol ? known.published : [];
  return {
    published: published.length > 0 || data ? published : undefined,
    price: published.at(-1)?.price ?? null,
    isStale: index?.isStale ?? false,
    phase,
    fault: error ?? null,
    retry: () => void refetch(),
  };
}
