import { scaleOf } from '../../../../shared/rules/units';
import { signShown } from '../../entities/market/quote';
import { useTexts, type Texts } from '../../shared/i18n/use-texts';
import { isAbove } from '../../shared/lib/exact';
import styles from './positions.module.css';
import type { ShownPosition } from './use-positions';

const MONEY_DIGITS = 2;

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
  const { numbers } = useTexts();
  if (!reckoned) return '–';
  const sign = isAbove(reckoned.unrealised, '0') ? '+' : '';
  return (
    <span data-direction={signShown(reckoned.unrealised)}>
      <Two
        first={`${sign}${numbers.fixed(reckoned.unrealised, MONEY_DIGITS)} ${market.quote}`}
        second={numbers.percent(reckoned.rate)}
      />
    </span>
  );
}

export function priceOf(
  { numbers }: Pick<Texts, 'numbers'>,
  { market }: Pick<ShownPosition, 'market'>,
  price: string | null,
) {
  return price === null ? '–' : numbers.fixed(price, scaleOf(market.tick));
}

export function moneyOf({ numbers }: Pick<Texts, 'numbers'>, amount: string | null | undefined): string {
  return amount === null || amount === undefined ? '–' : numbers.fixed(amount, MONEY_DIGITS);
}
