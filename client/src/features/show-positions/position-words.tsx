import { scaleOf } from '../../../../shared/rules/units';
import type { PositionResult } from '../../../../shared/products/perpetual/wire';
import type { ContractOrderState, PositionState, StopState } from '../../../../shared/products/perpetual/stream';
import { labelOf, useInstrumentsById } from '../../entities/instrument/instrument';
import { signShown } from '../../entities/market/quote';
import { useTexts, type Texts } from '../../shared/i18n/use-texts';
import { signOf } from '../../shared/lib/numbers/amount';
import { isAbove, productOf } from '../../shared/lib/numbers/exact';
import { Amount } from '../../shared/ui/figures/amount';
import styles from './positions.module.css';
import type { ShownPosition } from './use-positions';

const MONEY_DIGITS = 2;
/** Of a rate of funding, which is small. */
const RATE_PLACES = 4;

/** A figure with what belongs to it below. */
export function Two({ first, second }: { first: React.ReactNode; second: React.ReactNode }) {
  return (
    <span className={styles.two}>
      <span>{first}</span>
      <small>{second}</small>
    </span>
  );
}

/** Long or short, on which market and with which leverage. */
export function PositionName({ of: { state, market } }: { of: ShownPosition }) {
  const { say } = useTexts();
  return (
    <Two
      first={<b>{market.label}</b>}
      second={
        <>
          <span data-direction={state.side === 'long' ? 'up' : 'down'}>{say(`positions.${state.side}`)}</span>{' '}
          {say(`positions.mode.${state.mode}`)} {state.leverage}×{state.isLocked && ` · ${say('positions.locked')}`}
        </>
      }
    />
  );
}

/** Won or lost by now, and how much of what was put in. */
export function Unrealised({ of: { reckoned, market } }: { of: ShownPosition }) {
  const texts = useTexts();
  if (!reckoned) return '–';
  return (
    <span data-direction={signShown(reckoned.unrealised)}>
      <Two
        first={`${signedOf(texts, reckoned.unrealised)} ${market.quote}`}
        second={texts.numbers.percent(reckoned.rate)}
      />
    </span>
  );
}

/** What it has brought for good by now: of what was closed, after fees and with funding, which is below. */
export function Realised({ of: result, quote }: { of: PositionResult | undefined; quote: string }) {
  const texts = useTexts();
  if (!result) return '–';
  return (
    <Two
      first={
        <span data-direction={signShown(result.result)}>
          {signedOf(texts, result.result)} {quote}
        </span>
      }
      second={`${texts.say('positions.tab.funding')} ${signedOf(texts, result.funding)}`}
    />
  );
}

function signedOf(texts: Pick<Texts, 'numbers'>, amount: string): string {
  return `${isAbove(amount, '0') ? '+' : ''}${moneyOf(texts, amount)}`;
}

export function priceOf(
  { numbers }: Pick<Texts, 'numbers'>,
  { market }: Pick<ShownPosition, 'market'>,
  price: string | null,
) {
  return price === null ? '–' : numbers.fixed(price, scaleOf(market.tick));
}

/** How far a trailing stop stands behind the best price. */
export function behindOf(
  { say, numbers }: Pick<Texts, 'say' | 'numbers'>,
  { callback, callbackRate }: Pick<StopState, 'callback' | 'callbackRate'>,
): string {
  const distance =
    callback === null ? `${numbers.exact(productOf(callbackRate ?? '0', '100'))} %` : numbers.exact(callback);
  return say('positions.stop.behind', { distance });
}

export function moneyOf({ numbers }: Pick<Texts, 'numbers'>, amount: string | null | undefined): string {
  return amount === null || amount === undefined ? '–' : numbers.fixed(amount, MONEY_DIGITS);
}

/** How lists write what the exchange has stored of contracts. Null: a dash. */
export function useContractWords() {
  const { say, numbers } = useTexts();
  const instruments = useInstrumentsById();
  const money = (market: string, amount: string, isSigned = false) => {
    const asset = instruments.get(market)?.quote ?? '';
    return (
      <>
        <Amount of={amount} asset={asset} isSigned={isSigned} /> {asset}
      </>
    );
  };
  return {
    label: (market: string) => labelOf(instruments, market),
    /** Rounded, for what moves with every mark. */
    rounded: (market: string, amount: string | null) =>
      amount === null ? '–' : `${moneyOf({ numbers }, amount)} ${instruments.get(market)?.quote ?? ''}`,
    side: (side: PositionState['side']) => (
      <span data-direction={side === 'long' ? 'up' : 'down'}>{say(`positions.${side}`)}</span>
    ),
    act: (act: ContractOrderState['act'], side: PositionState['side']) => (
      <span data-direction={(side === 'long') === (act === 'open') ? 'up' : 'down'}>
        {say(`positions.${act}_${side}`)}
      </span>
    ),
    price: (market: string, price: string | null) =>
      price === null ? '–' : numbers.fixed(price, instruments.get(market)?.decimals.price ?? scaleOf(price)),
    quantity: (market: string, quantity: string) =>
      `${numbers.fixed(quantity, instruments.get(market)?.decimals.quantity ?? scaleOf(quantity))} ${
        instruments.get(market)?.base ?? ''
      }`,
    money,
    /** In its colour, and with its sign when it was won. */
    signed: (market: string, amount: string | null) =>
      amount === null ? '–' : <span data-direction={signOf(amount)}>{money(market, amount, true)}</span>,
    rate: (rate: string) => numbers.exactPercent(rate, RATE_PLACES),
  };
}
