import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import type { PositionResult } from '../../../../../../shared/products/perpetual/records';
import { usePositionResultsQuery } from '../../api/contract-lists-api';
import { selectPositionsPosition, useContractAccount } from '../../../../kit/entities/contract/positions';
import { minPositionQuery, useFollowPosition } from '../../../../kit/lib/hooks/use-list';

/** A position's deleveraging rank depends on the mark and on other positions, and has no push; hence polling. */
const REFRESHED = { pollingInterval: 15_000, skipPollingIfUnfocused: true } as const;

/** Results of open positions so far, keyed by contract id; refetched after each change to a position. */
export function usePositionResults(): ReadonlyMap<string, PositionResult> {
  const position = useSelector(selectPositionsPosition);
  const [since, follow] = useState(position);
  const isAny = (useContractAccount()?.positions.length ?? 0) > 0;
  const { data, isFetching } = usePositionResultsQuery(isAny ? minPositionQuery(since) : skipToken, REFRESHED);
  useFollowPosition({ since, follow }, isAny ? position : null, isFetching);
  return useMemo(() => new Map(data?.map((result) => [result.contract, result])), [data]);
}
