import { useMemo } from 'react';
import type { ChartLine } from '../../entities/candle/chart-line';
import { isAmendable } from '../../entities/contract/amending';
import { usePausedMarks } from '../../entities/contract/marks';
import { useContractAccount } from '../../entities/contract/positions';
import { useInstrument } from '../../entities/instrument/instrument';
import { useTexts } from '../../shared/i18n/use-texts';
import { linesOf } from './contract-lines';

const NONE: readonly ChartLine[] = [];

export function useContractLines(market: string): readonly ChartLine[] {
  const texts = useTexts();
  const account = useContractAccount();
  const { tick, state } = useInstrument(market)?.terms ?? {};
  const isPaused = usePausedMarks([market]).has(market);
  return useMemo(() => {
    if (!account || tick === undefined) return NONE;
    return linesOf(account, market, tick, texts, (act) => isAmendable(act, { state, isPaused }));
  }, [account, market, tick, state, isPaused, texts]);
}

/** The user's orders that rest in a market's book. */
export function useRestingContractOrders(market: string): readonly { side: 'buy' | 'sell'; price: string }[] {
  const orders = useContractAccount()?.orders;
  return useMemo(
    () =>
      (orders ?? []).flatMap(({ market: of, phase, side, price }) =>
        of === market && phase === 'resting' && price !== null ? [{ side, price }] : [],
      ),
    [orders, market],
  );
}
