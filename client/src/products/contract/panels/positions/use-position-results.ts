import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import type { PositionResult } from '../../../../../../shared/products/perpetual/wire';
import { usePositionResultsQuery } from '../../api/contract-lists-api';
import { selectPositionsPosition, useContractAccount } from '../../../../entities/contract/positions';
import { including, useFollowed } from '../../../../shared/lib/hooks/use-list';

/** How near positions are to being deleveraged moves with the mark and with others, of which no push tells. */
const REFRESHED = { pollingInterval: 15_000, skipPollingIfUnfocused: true } as const;

/** What open positions have brought by now, by their numbers: asked for anew whenever something happened to one. */
export function usePositionResults(): ReadonlyMap<string, PositionResult> {
  const position = useSelector(selectPositionsPosition);
  const [since, follow] = useState(position);
  const isAny = (useContractAccount()?.positions.length ?? 0) > 0;
  const { data, isFetching } = usePositionResultsQuery(isAny ? including(since) : skipToken, REFRESHED);
  useFollowed({ since, follow }, isAny ? position : null, isFetching);
  return useMemo(() => new Map(data?.map((result) => [result.contract, result])), [data]);
}
