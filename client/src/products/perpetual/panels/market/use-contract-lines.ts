import { useMemo } from 'react';
import { restingIn, type Resting } from '../../../../kit/entities/order/resting';
import type { ChartLine } from '../../../../kit/entities/candle/chart-line';
import { isAmendable } from '../../api/amending';
import { usePausedMarks } from '../../../../kit/entities/contract/marks';
import { useContractAccount } from '../../../../kit/entities/contract/positions';
import { useInstrument } from '../../../../kit/entities/instrument/instrument';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { linesOf } from './contract-lines';

const NONE: readonly ChartLine[] = [];

export function useContractLines(market: string): readonly ChartLine[] {
  const texts = useTexts();
  const account = useContractAccount();
  const { tick, state, contract } = useInstrument(market)?.terms ?? {};
  const isPaused = usePausedMarks([market], () => contract?.endsAt ?? null).has(market);
  return useMemo(() => {
    if (!account || tick === undefined) return NONE;
    return linesOf(account, market, tick, texts, (act) => isAmendable(act, { state, isPaused }));
  }, [account, market, tick, state, isPaused, texts]);
}

/** The user's orders resting in a market's book. */
export function useRestingContractOrders(market: string): readonly Resting[] {
  const orders = useContractAccount()?.orders;
  return useMemo(() => restingIn(orders ?? [], market), [orders, market]);
}
