/** How the fields of an event are written, in their canonical order behind `type`. */
import type { IndexPrice } from './index-price/events';
import type { Entry } from './ledger/entry';

/**
 * `word`: text that needs no escape by construction (assets, markets, members of enumerations); `text`: what people type;
 * `integer`: a safe integer; `amount`: a bigint; `integers` and `amounts`: lists of them; `prices`: what was published of an
 * index. With `?`: left out when absent.
 */
type CodeOf<V> = [V] extends [bigint]
  ? 'amount'
  : [V] extends [number]
    ? 'integer'
    : [V] extends [string]
      ? 'word' | 'text'
      : [V] extends [number[]]
        ? 'integers'
        : [V] extends [bigint[]]
          ? 'amounts'
          : [V] extends [Entry[]]
            ? 'entries'
            : [V] extends [IndexPrice[]]
              ? 'prices'
              : never;
export type Shape<E> = {
  [K in Exclude<keyof E, 'type'>]-?: undefined extends E[K] ? `${CodeOf<Exclude<E[K], undefined>>}?` : CodeOf<E[K]>;
};
