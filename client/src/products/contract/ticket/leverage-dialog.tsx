import { useState } from 'react';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { useSetLeverageMutation } from '../../../entities/contract/contract-api';
import { useMark } from '../../../entities/contract/marks';
import type { OutcomeTerms } from '../../../entities/contract/outcomes';
import { useContractAccount, useContractSetting } from '../../../entities/contract/positions';
import { crossPriceOf } from '../../../entities/contract/reckoning';
import { leverageEffect, type LeverageEffect, type LiquidationPrices, type NoEffect } from '../api/releverage';
import { useServerWords } from '../../../shared/i18n/server-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { compare } from '../../../shared/lib/numbers/exact';
import { useSent } from '../../../shared/lib/hooks/use-sent';
import { Dialog } from '../../../shared/ui/dialogs/dialog';
import { useContractFunds } from './use-contract-context';
import { SetTerms } from './set-terms';
import formStyles from '../../../entities/order/ticket/order-form.module.css';
import styles from './contract-form.module.css';

const MARKS = [1, 5, 10, 20, 50, 75, 100, 125];

interface LeverageDialogProps {
  market: MarketRecord;
  outcome: OutcomeTerms;
  leverage: number;
  onClose: () => void;
}

/** The leverage of a market, with the most that a position may then be worth, and what it makes of what is open. */
export function LeverageDialog({ market, outcome, leverage, onClose }: LeverageDialogProps) {
  const { say, numbers } = useTexts();
  const serverWords = useServerWords();
  const [chosen, choose] = useState(leverage);
  const [setLeverage, { isLoading, error }] = useSetLeverageMutation();
  const sent = useSent();
  const { marginMode } = useContractSetting(market.name);
  const effect = useEffectOf(market, outcome, leverage, chosen);
  const prices = usePricesOf(market, outcome, effect);
  const hindrance = useIsHeldByMark(market.name) ? 'mark.stale' : effect && refusalOf(effect);
  const tiers = market.contract?.orderTiers ?? [];
  const most = tiers[0]?.leverageMax ?? leverage;
  const cap = tiers.filter(({ leverageMax }) => leverageMax >= chosen).at(-1)?.cap ?? '0';
  const price = (decimal: string | null) => (decimal === null ? '–' : numbers.fixed(decimal, market.decimals.price));
  const send = async () => {
    const wish = { market: market.name, leverage: chosen };
    const done = say('ticket.leverage.done', { leverage: String(chosen) });
    if (await sent(setLeverage, wish, { text: done })) onClose();
  };
  return (
    <Dialog title={say('ticket.leverage.title', { market: market.label })} onClose={onClose}>
      <div className={styles.slider}>
        <output>{chosen}×</output>
        <input
          type="range"
          min={1}
          max={most}
          value={chosen}
          aria-label={say('ticket.leverage')}
          aria-valuetext={`${chosen}×`}
          onChange={({ target }) => choose(Number(target.value))}
        />
        <div className={styles.marks}>
          {MARKS.filter((mark) => mark <= most).map((mark) => (
            <button key={mark} type="button" aria-pressed={mark === chosen} onClick={() => choose(mark)}>
              {mark}×
            </button>
          ))}
        </div>
      </div>
      <dl className={formStyles.facts}>
        <div>
          <dt>{say('ticket.leverage.cap')}</dt>
          <dd>
            {numbers.fixed(cap, 0)} {market.quote}
          </dd>
        </div>
        {effect?.kind === 'effect' &&
          (['margin', 'held', 'free'] as const).map((name) => (
            <div key={name}>
              <dt>{say(`ticket.leverage.${name}`)}</dt>
              <dd>
                {numbers.exact(effect[name])} {market.quote}
              </dd>
            </div>
          ))}
        {prices?.map(({ side, before, after }) => (
          <div key={side}>
            <dt>{say('ticket.leverage.liquidation', { side: say(`positions.${side}`) })}</dt>
            <dd>
              {price(before)} → {price(after)}
            </dd>
          </div>
        ))}
      </dl>
      {prices?.length === 0 && <p className={styles.hint}>{say('ticket.leverage.no_position')}</p>}
      {hindrance && (
        <p className={formStyles.note} data-kind="warning" role="status">
          {serverWords('code', hindrance)}
        </p>
      )}
      <p className={styles.hint}>{say(`ticket.leverage.effect.${marginMode}`)}</p>
      <SetTerms
        {...{ error, isBusy: isLoading, onSend: send }}
        isDisabled={chosen === leverage || hindrance !== null}
        confirm={say('ticket.leverage.confirm')}
      />
    </Dialog>
  );
}

/** What of this market is open then stands on; null where nothing is open, or its mark is not known. */
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
 * Where the positions of this market are liquidated, now and with the other leverage; null where that is not known. With cross margin the
 * whole account covers them, whatever the leverage is.
 */
function usePricesOf(
  market: MarketRecord,
  outcome: OutcomeTerms,
  effect: LeverageEffect | NoEffect | null,
): readonly LiquidationPrices[] | null {
  const account = useContractAccount();
  const { cross } = useContractFunds(market.quote, outcome.scale);
  if (!account) return null;
  const here = account.positions.filter((one) => one.market === market.name);
  if (here.length === 0) return [];
  if (here.every(({ mode }) => mode === 'isolated')) return effect?.kind === 'effect' ? effect.prices : null;
  return (
    cross &&
    here.map(({ side }) => {
      const price = crossPriceOf(cross, market.name, side, outcome.tick);
      return { side, before: price, after: price };
    })
  );
}

/** Whether something is open here, and its mark out of date: nobody knows what it would have to stand on. */
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
