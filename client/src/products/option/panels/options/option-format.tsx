/** Formats the fields of second contracts: amounts in the stake's asset, prices of the index. */
import { useMemo, type ReactNode } from 'react';
import { scaleOf } from '../../../../../../shared/rules/units';
import type { OptionProduct } from '../../../../../../shared/products/option/wire';
import type { SettledOption } from '../../../../../../shared/products/option/stream';
import { useOptionProductsQuery } from '../../api/option-api';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { signOf } from '../../../../kit/lib/numbers/amount';
import { Amount } from '../../../../kit/ui/figures/amount';
import styles from './manage-options.module.css';

interface Bought {
  symbol: string;
  direction: 'up' | 'down';
}

export function useOptionFormat() {
  const { t, numbers } = useTexts();
  const serverText = useServerWords();
  const { data } = useOptionProductsQuery();
  const products = useMemo(
    () => new Map<string, OptionProduct>((data?.products ?? []).map((product) => [product.symbol, product])),
    [data],
  );
  const label = (symbol: string): string => products.get(symbol)?.label ?? symbol;
  return {
    label,
    product: ({ symbol, direction }: Bought): ReactNode => (
      <span className={styles.two}>
        <b>{label(symbol)}</b>
        <span data-direction={direction}>{t(`option.buy.${direction}`)}</span>
      </span>
    ),
    price: (symbol: string, price: string | null | undefined): string =>
      price === null || price === undefined
        ? '–'
        : numbers.fixed(price, Math.max(scaleOf(products.get(symbol)?.tick ?? price), scaleOf(price))),
    money: (amount: string, asset: string): ReactNode => (
      <>
        <Amount amount={amount} asset={asset} /> {asset}
      </>
    ),
    signed: (amount: string, asset: string): ReactNode => (
      <span data-direction={signOf(amount)}>
        <Amount amount={amount} asset={asset} isSigned /> {asset}
      </span>
    ),
    /** Outcome, and the reason of a refund. */
    end: ({ end, reason }: Pick<SettledOption, 'end' | 'reason'>): ReactNode => (
      <span className={styles.two}>
        <span data-end={end} className={styles.end}>
          {t(`option.end.${end}`)}
        </span>
        {reason !== null && <small>{serverText('reason', reason)}</small>}
      </span>
    ),
  };
}
