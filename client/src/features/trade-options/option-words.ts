import { scaleOf } from '../../../../shared/rules/units';
import type { OptionProduct } from '../../../../shared/wire/option';
import { useOptionsQuery } from '../../entities/option/option-api';
import { HTML_LANG } from '../../../../shared/wire/languages';
import { useTexts } from '../../shared/i18n/use-texts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How second contracts are written: durations, parts, prices of an index. */
export function useOptionWords() {
  const { say, numbers, language } = useTexts();
  const { data } = useOptionsQuery();
  const products = new Map<string, OptionProduct>((data?.products ?? []).map((product) => [product.symbol, product]));
  return {
    label: (symbol: string) => products.get(symbol)?.label ?? symbol,
    price: (symbol: string, price: string | null) => {
      const product = products.get(symbol);
      if (price === null) return '–';
      return product ? numbers.fixed(price, scaleOf(product.tick)) : numbers.exact(price);
    },
    duration: (ms: number): string => {
      const [count, unit] =
        ms % HOUR_MS === 0
          ? [ms / HOUR_MS, 'hour']
          : ms % MINUTE_MS === 0
            ? [ms / MINUTE_MS, 'minute']
            : [ms / SECOND_MS, 'second'];
      const form = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 3 };
      return new Intl.NumberFormat(HTML_LANG[language], form as Intl.NumberFormatOptions).format(count);
    },
    /** A part of 10^9 in percent. */
    part: (ppb: number): string =>
      new Intl.NumberFormat(HTML_LANG[language], { style: 'percent', maximumFractionDigits: 2 }).format(ppb / 1e9),
    money: (amount: string, asset: string) => `${numbers.exact(amount)} ${asset}`,
    direction: (direction: 'up' | 'down') => say(`option.direction.${direction}`),
  };
}
