import { scaleOf } from '../../../../shared/rules/units';
import type { PositionResult } from '../../../../shared/products/perpetual/records';
import type { ContractOrderState, PositionState, StopState } from '../../../../shared/products/perpetual/stream';
import { labelOf, useInstrumentsById } from '../entities/instrument/instrument';
import { directionShown } from '../entities/market/quote';
import { useTexts, type Texts } from '../i18n/use-texts';
import { signOf } from '../lib/numbers/amount';
import { isAbove, productOf } from '../lib/numbers/exact';
import { Amount } from '../ui/figures/amount';
import styles from './positions.module.css';
import type { ShownPosition } from './use-positions';

const MONEY_DIGITS = 2;
/** Decimals of a funding rate in percent, which is small. */
const RATE_PLACES = 4;

/** A figure with a second line below. */
export function TwoLines({ first, second }: { first: React.ReactNode; second: React.ReactNode }) {
  return (
    <span className={styles.two}>
      <span>{first}</span>
      <small>{second}</small>
    </span>
  );
}

/** Side, market and leverage. */
export function PositionName({ position: { state, market } }: { position: ShownPosition }) {
  const { t } = useTexts();
  return (
    <TwoLines
      first={<b>{market.label}</b>}
      second={
        <>
          <span data-direction={state.side === 'long' ? 'up' : 'down'}>{t(`positions.${state.side}`)}</span>{' '}
          {t(`positions.mode.${state.mode}`)} {state.leverage}×{state.isLocked && ` · ${t('positions.locked')}`}
        </>
      }
    />
  );
}

/** Unrealised result, and its share of the margin. */
export function Unrealised({ position: { computed, market } }: { position: ShownPosition }) {
  const texts = useTexts();
  if (!computed) return '–';
  return (
    <span data-direction={directionShown(computed.unrealised)}>
      <TwoLines
        first={`${signedOf(texts, computed.unrealised)} ${market.quote}`}
        second={texts.numbers.percent(computed.rate)}
      />
    </span>
  );
}

/** Realised result so far: the closed part after fees, with funding. The second line shows the funding alone. */
export function Realised({ result, quote }: { result: PositionResult | undefined; quote: string }) {
  const texts = useTexts();
  if (!result) return '–';
  return (
    <TwoLines
      first={
        <span data-direction={directionShown(result.result)}>
          {signedOf(texts, result.result)} {quote}
        </span>
      }
      second={`${texts.t('positions.tab.funding')} ${signedOf(texts, result.funding)}`}
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

/** Distance of a trailing stop from the best price. */
export function callbackText(
  { t, numbers }: Pick<Texts, 't' | 'numbers'>,
  { callback, callbackRate }: Pick<StopState, 'callback' | 'callbackRate'>,
): string {
  const distance =
    callback === null ? `${numbers.exact(productOf(callbackRate ?? '0', '100'))} %` : numbers.exact(callback);
  return t('positions.stop.behind', { distance });
}

export function moneyOf({ numbers }: Pick<Texts, 'numbers'>, amount: string | null | undefined): string {
  return amount === null || amount === undefined ? '–' : numbers.fixed(amount, MONEY_DIGITS);
}

/** Formats of stored contract records in lists. Null is shown as a dash. */
export function useContractFormat() {
  const { t, numbers } = useTexts();
  const instruments = useInstrumentsById();
  const money = (market: string, amount: string, isSigned = false) => {
    const asset = instruments.get(market)?.quote ?? '';
    return (
      <>
        <Amount amount={amount} asset={asset} isSigned={isSigned} /> {asset}
      </>
    );
  };
  return {
    label: (market: string) => labelOf(instruments, market),
    /** Rounded, for figures that change with every mark price. */
    rounded: (market: string, amount: string | null) =>
      amount === null ? '–' : `${moneyOf({ numbers }, amount)} ${instruments.get(market)?.quote ?? ''}`,
    side: (side: PositionState['side']) => (
      <span data-direction={side === 'long' ? 'up' : 'down'}>{t(`positions.${side}`)}</span>
    ),
    act: (act: ContractOrderState['act'], side: PositionState['side']) => (
      <span data-direction={(side === 'long') === (act === 'open') ? 'up' : 'down'}>
        {t(`positions.${act}_${side}`)}
      </span>
    ),
    price: (market: string, price: string | null) =>
      price === null ? '–' : numbers.fixed(price, instruments.get(market)?.decimals.price ?? scaleOf(price)),
    quantity: (market: string, quantity: string) =>
      `${numbers.fixed(quantity, instruments.get(market)?.decimals.quantity ?? scaleOf(quantity))} ${
        instruments.get(market)?.base ?? ''
      }`,
    money,
    /** Coloured by sign; gains have a plus sign. */
    signed: (market: string, amount: string | null) =>
      amount === null ? '–' : <span data-direction={signOf(amount)}>{money(market, amount, true)}</span>,
    rate: (rate: string) => numbers.exactPercent(rate, RATE_PLACES),
  };
}
