import { useState } from 'react';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { useSetLeverageMutation } from '../../../kit/entities/contract/contract-api';
import { useMark } from '../../../kit/entities/contract/marks';
import type { OutcomeTerms } from '../../../kit/entities/contract/outcomes';
import { useContractAccount, useContractSetting } from '../../../kit/entities/contract/positions';
import { crossPriceOf } from '../../../kit/entities/contract/reckoning';
import { leverageEffect, type LeverageEffect, type LiquidationPrices, type NoEffect } from '../api/releverage';
import { useServerWords } from '../../../kit/i18n/server-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { compare } from '../../../kit/lib/numbers/exact';
import { useSendOnce } from '../../../kit/lib/hooks/use-send-once';
import { Dialog } from '../../../kit/ui/dialogs/dialog';
import { useContractFunds } from './use-contract-context';
import { SetTerms } from './set-terms';
import formStyles from '../../../kit/entities/order/ticket/order-form.module.css';
import styles from './contract-form.module.css';

const MARKS = [1, 5, 10, 20, 50, 75, 100, 125];

interface LeverageDialogProps {
  market: MarketRecord;
  outcome: OutcomeTerms;
  leverage: number;
  onClose: () => void;
}

/** Leverage of a market: the maximum position value it allows and its effect on open positions and orders. */
export function LeverageDialog({ market, outcome, leverage, onClose }: LeverageDialogProps) {
  const { t, numbers } = useTexts();
  const serverWords = useServerWords();
  const [selectedLeverage, choose] = useState(leverage);
  const [setLeverage, { isLoading, error }] = useSetLeverageMutation();
  const sendOnce = useSendOnce();
  const { marginMode } = useContractSetting(market.name);
  const effect = useEffectOf(market, outcome, leverage, selectedLeverage);
  const prices = usePricesOf(market, outcome, effect);
  const block = useIsHeldByMark(market.name) ? 'mark.stale' : effect && refusalOf(effect);
  const tiers = market.contract?.orderTiers ?? [];
  const max = tiers[0]?.leverageMax ?? leverage;
  const cap = tiers.filter(({ leverageMax }) => leverageMax >= selectedLeverage).at(-1)?.cap ?? '0';
  const price = (decimal: string | null) => (decimal === null ? '–' : numbers.fixed(decimal, market.decimals.price));
  const send = async () => {
    const request = { market: market.name, leverage: selectedLeverage };
    const successText = t('ticket.leverage.done', { leverage: String(selectedLeverage) });
    if (await sendOnce(setLeverage, request, { text: successText })) onClose();
  };
  return (
    <Dialog title={t('ticket.leverage.title', { market: market.label })} onClose={onClose}>
      <div className={styles.slider}>
        <output>{selectedLeverage}×</output>
        <input
          type="range"
          min={1}
          max={max}
          value={selectedLeverage}
          aria-label={t('ticket.leverage')}
          aria-valuetext={`${selectedLeverage}×`}
          onChange={({ target }) => choose(Number(target.value))}
        />
        <div className={styles.marks}>
          {MARKS.filter((mark) => mark <= max).map((mark) => (
            <button key={mark} type="button" aria-pressed={mark === selectedLeverage} onClick={() => choose(mark)}>
              {mark}×
            </button>
          ))}
        </div>
      </div>
      <dl className={formStyles.facts}>
        <div>
          <dt>{t('ticket.leverage.cap')}</dt>
          <dd>
            {numbers.fixed(cap, 0)} {market.quote}
          </dd>
        </div>
        {effect?.kind === 'effect' &&
          (['margin', 'held', 'free'] as const).map((name) => (
            <div key={name}>
              <dt>{t(`ticket.leverage.${name}`)}</dt>
              <dd>
                {numbers.exact(effect[name])} {market.quote}
              </dd>
            </div>
          ))}
        {prices?.map(({ side, before, after }) => (
          <div key={side}>
            <dt>{t('ticket.leverage.liquidation', { side: t(`positions.${side}`) })}</dt>
            <dd>
              {price(before)} → {price(after)}
            </dd>
          </div>
        ))}
      </dl>
      {prices?.length === 0 && <p className={styles.hint}>{t('ticket.leverage.no_position')}</p>}
      {block && (
        <p className={formStyles.note} data-kind="warning" role="status">
          {serverWords('code', block)}
        </p>
      )}
      <p className={styles.hint}>{t(`ticket.leverage.effect.${marginMode}`)}</p>
      <SetTerms
        {...{ error, isBusy: isLoading, onSend: send }}
        isDisabled={selectedLeverage === leverage || block !== null}
        confirm={t('ticket.leverage.confirm')}
      />
    </Dialog>
  );
}

/** Effect on isolated positions and orders in this market; null if there are none, or the mark is unknown. */
function useEffectOf(market: MarketRecord, outcome: OutcomeTerms, from: number, to: number) {
  const account = useContractAccount();
  const { free: available } = useContractFunds(market.quote, outcome.scale);
  const mark = useMark(market.name)?.mark ?? null;
  if (!account || available === null || mark === null) return null;
  const isHere = (one: { market: string; mode: string }) => one.market === market.name && one.mode === 'isolated';
  const [positions, orders] = [account.positions.filter(isHere), account.orders.filter(isHere)];
  if (positions.length === 0 && orders.length === 0) return null;
  return leverageEffect(outcome, { from, to, mark, positions, orders, available });
}

/**
 * Liquidation prices of this market's positions before and after; null if unknown. With cross margin the whole account
 * covers them, so leverage has no effect.
 */
function usePricesOf(
  market: MarketRecord,
  outcome: OutcomeTerms,
  effect: LeverageEffect | NoEffect | null,
): readonly LiquidationPrices[] | null {
  const account = useContractAccount();
  const { cross } = useContractFunds(market.quote, outcome.scale);
  if (!account) return null;
  const marketPositions = account.positions.filter((one) => one.market === market.name);
  if (marketPositions.length === 0) return [];
  if (marketPositions.every(({ mode }) => mode === 'isolated')) return effect?.kind === 'effect' ? effect.prices : null;
  return (
    cross &&
    marketPositions.map(({ side }) => {
      const price = crossPriceOf(cross, market.name, side, outcome.tick);
      return { side, before: price, after: price };
    })
  );
}

/** Whether a position or opening order exists and the mark is stale: the required margin is then unknown. */
function useIsHeldByMark(market: string): boolean {
  const account = useContractAccount();
  const isStale = useMark(market)?.isStale === true;
  const isOpen =
    account?.positions.some((one) => one.market === market) === true ||
    account?.orders.some((one) => one.market === market && one.act === 'open') === true;
  return isStale && isOpen;
}

function refusalOf(effect: LeverageEffect | NoEffect): 'leverage.too.high' | 'margin.insufficient' | null {
  if (effect.kind !== 'effect') return 'leverage.too.high';
  return compare(effect.free, '0') < 0 ? 'margin.insufficient' : null;
}
