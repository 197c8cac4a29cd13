import { scaleOf } from '../../../../shared/rules/units';
import type { OrderRecord } from '../../../../shared/wire/spot';
import { labelOf, type Instrument } from '../../entities/instrument/instrument';
import type { Texts } from '../../shared/i18n/use-texts';
import { AMOUNT_DIGITS } from '../../shared/lib/amount';
import { dateAndTime } from '../../shared/lib/format';
import { Amount } from '../../shared/ui/amount';
import type { Column } from '../../shared/ui/data-table/columns';

export interface OrderWords {
  texts: Pick<Texts, 'say' | 'numbers'>;
  words: (kind: 'status' | 'reason', code: string) => string;
  /** By id: what they are called, and how many places prices and quantities have. */
  instruments: ReadonlyMap<string, Instrument>;
}

export function priceShown({ texts, instruments }: OrderWords, market: string, price: string | null): string {
  if (price === null) return '—';
  return texts.numbers.fixed(price, instruments.get(market)?.decimals.price ?? scaleOf(price));
}

export function quantityShown({ texts, instruments }: OrderWords, market: string, quantity: string): string {
  return texts.numbers.fixed(quantity, instruments.get(market)?.decimals.quantity ?? scaleOf(quantity));
}

/** What was ordered: a quantity, or of a market order an amount to spend. */
export function orderedShown(how: OrderWords, { market, quantity, quoteAmount }: OrderRecord): string {
  const { base = '', quote = '' } = how.instruments.get(market) ?? {};
  if (quantity !== null) return `${quantityShown(how, market, quantity)} ${base}`;
  return `${how.texts.numbers.fixed(quoteAmount ?? '0', Math.max(AMOUNT_DIGITS, scaleOf(quoteAmount ?? '0')))} ${quote}`;
}

export function limitShown(how: OrderWords, { market, price }: OrderRecord): string {
  return price === null ? how.texts.say('orderlist.at_market') : priceShown(how, market, price);
}

/** Where it stands, and why when it did not go through. */
export function statusShown({ texts, words }: OrderWords, { phase, status, reason }: OrderRecord): string {
  const stands = phase === 'waiting' ? texts.say('orderlist.waiting') : words('status', status);
  // An order that its owner took back needs no reason, nor does one that is filled but for less than a lot.
  return reason === null || reason === 'requested' || status === 'filled'
    ? stands
    : `${stands} · ${words('reason', reason)}`;
}

export function orderColumns(how: OrderWords): Column<OrderRecord>[] {
  const { say } = how.texts;
  return [
    {
      key: 'time',
      title: say('orderlist.time'),
      isFixed: true,
      render: ({ placedAt }) => dateAndTime(placedAt),
    },
    {
      key: 'market',
      title: say('orderlist.market'),
      isFixed: true,
      render: ({ market }) => <b>{labelOf(how.instruments, market)}</b>,
    },
    {
      key: 'side',
      title: say('orderlist.side'),
      isFixed: true,
      render: ({ side }) => (
        <span data-direction={side === 'buy' ? 'up' : 'down'}>
          {say(side === 'buy' ? 'trades.buy' : 'trades.sell')}
        </span>
      ),
    },
    { key: 'kind', title: say('orderlist.kind'), render: ({ kind }) => say(`orderlist.kind_name.${kind}`) },
    {
      key: 'price',
      title: say('orderlist.price'),
      isEnd: true,
      render: (order) => limitShown(how, order),
    },
    {
      key: 'average',
      title: say('orderlist.average'),
      isEnd: true,
      render: ({ market, averagePrice }) => (
        <span title={averagePrice ?? ''}>{priceShown(how, market, averagePrice)}</span>
      ),
    },
    { key: 'quantity', title: say('orderlist.quantity'), isEnd: true, render: (order) => orderedShown(how, order) },
    {
      key: 'filled',
      title: say('orderlist.filled'),
      isEnd: true,
      render: ({ market, filledQuantity }) => quantityShown(how, market, filledQuantity),
    },
    {
      key: 'total',
      title: say('orderlist.total'),
      isEnd: true,
      render: ({ market, filledQuote }) => {
        const { quote = '' } = how.instruments.get(market) ?? {};
        return (
          <>
            <Amount of={filledQuote} asset={quote} /> {quote}
          </>
        );
      },
    },
    {
      key: 'trigger',
      title: say('orderlist.trigger'),
      isEnd: true,
      render: ({ market, trigger }) => priceShown(how, market, trigger),
    },
    { key: 'status', title: say('orderlist.status'), render: (order) => statusShown(how, order) },
  ];
}
