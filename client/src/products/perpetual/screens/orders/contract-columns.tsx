/** All fields of a contract order, as table columns and as file columns. */
import type { ReactNode } from 'react';
import { ZONE, zonedTime } from '../../../../../../shared/rules/days';
import type { ContractOrderRecord } from '../../../../../../shared/products/perpetual/records';
import { useContractFormat } from '../../../../kit/positions/position-format';
import { useServerWords } from '../../../../kit/i18n/server-words';
import type { TextKey } from '../../../../kit/i18n/i18n';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { productOf } from '../../../../kit/lib/numbers/exact';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import type { Column } from '../../../../kit/ui/data-table/columns';

interface Field {
  key: string;
  title: TextKey;
  isEnd?: boolean;
  isFixed?: boolean;
  sortBy?: string;
  /** Time zone or unit, for the header of the file. */
  unit?: string;
  /** Cell of the table. */
  render: (order: ContractOrderRecord) => ReactNode;
  /** Cell of the file: full precision, in the user's language. */
  text: (order: ContractOrderRecord) => string;
}

export function useContractFields(): readonly Field[] {
  const { t, numbers } = useTexts();
  const serverText = useServerWords();
  const format = useContractFormat();
  const timeText = (at: number | null) => (at === null ? '' : dateAndTime(at));
  const time = (key: 'orderedAt' | 'pendingAt' | 'openedAt' | 'closedAt' | 'cancelledAt', title: TextKey): Field => ({
    ...{ key, title, unit: ZONE, render: (order) => timeText(order[key]) || '–' },
    text: ({ [key]: at }) => (at === null ? '' : zonedTime(at)),
  });
  const price = (
    key: 'price' | 'averagePrice' | 'trigger' | 'takeProfit' | 'stopLoss' | 'openPrice' | 'closePrice',
    title: TextKey,
  ): Field => ({
    ...{ key, title, isEnd: true },
    render: (order) => format.price(order.market, order[key]),
    text: (order) => order[key] ?? '',
  });
  const money = (key: 'margin' | 'value' | 'openFee' | 'closeFee' | 'estimatedCloseFee', title: TextKey): Field => ({
    ...{ key, title, isEnd: true },
    render: (order) => format.money(order.market, order[key]),
    text: (order) => order[key],
  });
  const signed = (key: 'profit' | 'holdingFee', title: TextKey): Field => ({
    ...{ key, title, isEnd: true },
    render: (order) => format.signed(order.market, order[key]),
    text: (order) => order[key] ?? '',
  });
  const statusOf = ({ status, reason }: ContractOrderRecord) =>
    reason === null || reason === 'requested'
      ? t(`positions.status.${status}`)
      : `${t(`positions.status.${status}`)} · ${serverText('reason', reason)}`;
  return [
    { ...time('orderedAt', 'contracts.ordered_at'), isFixed: true, sortBy: 'time' },
    { key: 'order', title: 'contracts.order', render: ({ order }) => order, text: ({ order }) => order },
    {
      ...{ key: 'contract', title: 'contracts.number' },
      render: ({ contract }) => contract ?? '–',
      text: ({ contract }) => contract ?? '',
    },
    {
      ...{ key: 'market', title: 'positions.contract', isFixed: true, sortBy: 'market' },
      render: ({ market }) => <b>{format.label(market)}</b>,
      text: ({ market }) => market,
    },
    {
      ...{ key: 'act', title: 'contracts.direction', isFixed: true, sortBy: 'side' },
      render: ({ act, position }) => format.act(act, position),
      text: ({ act, position }) => t(`positions.${act}_${position}`),
    },
    {
      ...{ key: 'status', title: 'orderlist.status', isFixed: true },
      render: statusOf,
      text: statusOf,
    },
    {
      ...{ key: 'kind', title: 'contracts.open_type' },
      render: ({ kind }) => t(`orderlist.kind_name.${kind}`),
      text: ({ kind }) => t(`orderlist.kind_name.${kind}`),
    },
    {
      ...{ key: 'mode', title: 'contracts.mode' },
      render: ({ marginMode }) => t(`positions.mode.${marginMode}`),
      text: ({ marginMode }) => t(`positions.mode.${marginMode}`),
    },
    {
      ...{ key: 'leverage', title: 'ticket.leverage', isEnd: true },
      render: ({ leverage }) => `${leverage}×`,
      text: ({ leverage }) => String(leverage),
    },
    {
      ...{ key: 'multiplier', title: 'contracts.multiplier', isEnd: true },
      render: ({ market, multiplier }) => format.quantity(market, multiplier),
      text: ({ multiplier }) => multiplier,
    },
    {
      ...{ key: 'lots', title: 'contracts.lots', isEnd: true },
      render: ({ lots }) => numbers.fixed(String(lots), 0),
      text: ({ lots }) => String(lots),
    },
    {
      ...{ key: 'quantity', title: 'orderlist.quantity', isEnd: true },
      render: ({ market, quantity }) => format.quantity(market, quantity),
      text: ({ quantity }) => quantity,
    },
    { ...price('price', 'contracts.price'), sortBy: 'price' },
    price('averagePrice', 'orderlist.average'),
    {
      ...{ key: 'filled', title: 'orderlist.filled', isEnd: true, sortBy: 'filled' },
      render: ({ market, filledQuantity }) => format.quantity(market, filledQuantity),
      text: ({ filledQuantity }) => filledQuantity,
    },
    price('trigger', 'orderlist.trigger'),
    price('takeProfit', 'positions.stop.take_profit'),
    price('stopLoss', 'positions.stop.stop_loss'),
    money('margin', 'contracts.margin'),
    money('value', 'contracts.value'),
    money('openFee', 'contracts.open_fee'),
    money('closeFee', 'contracts.close_fee'),
    money('estimatedCloseFee', 'contracts.estimated_close_fee'),
    signed('holdingFee', 'contracts.holding_fee'),
    price('openPrice', 'positions.entry'),
    price('closePrice', 'contracts.close_price'),
    signed('profit', 'positions.profit'),
    {
      ...{ key: 'yield', title: 'contracts.yield', isEnd: true, unit: '%' },
      render: ({ yield: rate }) => (rate === null ? '–' : numbers.percent(rate)),
      text: ({ yield: rate }) => (rate === null ? '' : productOf(rate, '100')),
    },
    {
      ...{ key: 'closeMode', title: 'positions.closed_by' },
      render: ({ closeMode }) => (closeMode === null ? '–' : t(`positions.closed_by.${closeMode}`)),
      text: ({ closeMode }) => (closeMode === null ? '' : t(`positions.closed_by.${closeMode}`)),
    },
    time('pendingAt', 'contracts.pending_at'),
    time('openedAt', 'contracts.opened_at'),
    time('closedAt', 'contracts.closed_at'),
    time('cancelledAt', 'contracts.cancelled_at'),
  ];
}

export function useContractColumns(): Column<ContractOrderRecord>[] {
  const { t } = useTexts();
  return useContractFields().map(({ title, text: _, unit: _unit, ...column }) => ({
    ...column,
    title: t(title),
  }));
}
