import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectIsConnectionLost } from '../../../../kit/entities/connection/connection-slice';
import { selectIndexPrice } from '../../../../kit/entities/index-price/index-price-slice';
import { useOptionPublicationsQuery } from '../../api/option-api';
import { withPublished, type Published } from '../../api/publications';
import type { Fault } from '../../../../kit/api/envelope';
import { useInterest } from '../../../../kit/stream/interest';
import { phaseShown, type Phase } from '../../../../kit/stream/liveness';
import { useSelected } from '../../../../kit/lib/hooks/use-selected';

export interface Publications {
  /** Oldest first; undefined until the first response or push. */
  published: readonly Published[] | undefined;
  /** Current index; null until known. */
  price: string | null;
  /** While the index is stale, nothing is settled or sold. */
  isStale: boolean;
  phase: Phase;
  error: Fault | null;
  retry: () => void;
}

interface Known {
  symbol: string;
  published: readonly Published[];
}

/** Merges stream pushes into the latest publications; refetches these after each loss of the stream. */
export function usePublications(symbol: string): Publications {
  useInterest({ channel: 'index', market: symbol });
  const isLost = useSelector(selectIsConnectionLost);
  const { index, liveness } = useSelected(selectIndexPrice, symbol);
  const { data, error, refetch, isUninitialized } = useOptionPublicationsQuery(symbol, {
    refetchOnMountOrArgChange: true,
  });
  const [publicationHistory, setPublicationHistory] = useState<Known>({ symbol, published: [] });
  const [mergedSources, setMergedSources] = useState<{ data: typeof data; index: typeof index }>({
    data: undefined,
    index: null,
  });
  if (publicationHistory.symbol !== symbol) {
    setPublicationHistory({ symbol, published: [] });
    setMergedSources({ data: undefined, index: null });
  } else if (mergedSources.data !== data || mergedSources.index !== index) {
    setMergedSources({ data, index });
    const { price, at } = index ?? { price: null, at: null };
    const currentPublications = price !== null && at !== null ? [{ price, at }] : [];
    setPublicationHistory({
      symbol,
      published: withPublished(publicationHistory.published, [...(data ?? []), ...currentPublications]),
    });
  }
  const phase = phaseShown(liveness.phase, isLost);
  const isLive = phase === 'live';
  useEffect(() => {
    if (isLive && !isUninitialized) void refetch();
  }, [isLive, isUninitialized, refetch]);
  const published = publicationHistory.symbol === symbol ? publicationHistory.published : [];
  return {
    published: published.length > 0 || data ? published : undefined,
    price: published.at(-1)?.price ?? null,
    isStale: index?.isStale ?? false,
    phase,
    error: error ?? null,
    retry: () => void refetch(),
  };
}
