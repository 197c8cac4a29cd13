/** What lists of stored contracts say of each row, in the panel under the chart and on the page of contract orders. */
import { Link } from 'react-router';
import type { ClosedPositionRecord, ContractFillRecord, FundingPaymentRecord } from '../../../../shared/wire/contract';
import type { StopState } from '../../../../shared/wire/contract-stream';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import type { Column } from '../../shared/ui/data-table/columns';
import { Two, useContractWords } from './position-words';

export function useFillColumns(): Column<ContractFillRecord>[] {
  const { say } = useTexts();
  const how = useContractWords();
  return [
    { key: 'time', title: say('orderlist.time'), isFixed: true, render: ({ at }) => dateAndTime(at) },
    {
      key: 'market',
      title: say('positions.contract'),
      isFixed: true,
      render: ({ market, position, act }) => <Two first={<b>{how.label(market)}</b>} second={how.act(act, position)} />,
    },
    {
      key: 'price',
      title: say('orderlist.price'),
      isEnd: true,
      render: ({ market, price }) => how.price(market, price),
    },
    {
      key: 'quantity',
      title: say('orderlist.quantity'),
      isEnd: true,
      render: ({ market, quantity, value }) => (
        <Two first={how.quantity(market, quantity)} second={how.money(market, value)} />
      ),
    },
    { key: 'fee', title: say('orderlist.fee'), isEnd: true, render: ({ market, fee }) => how.money(market, fee) },
    {
      key: 'profit',
      title: say('positions.profit'),
      isEnd: true,
      render: ({ market, profit }) => how.signed(market, profit),
    },
    { key: 'role', title: say('own.head.role'), render: ({ role }) => say(`orderlist.role.${role}`) },
  ];
}

export function useClosedColumns(): Column<ClosedPositionRecord>[] {
  const { say, numbers } = useTexts();
  const how = useContractWords();
  return [
    {
      key: 'market',
      title: say('positions.contract'),
      isFixed: true,
      render: ({ market, side, mode, leverage }) => (
        <Two
          first={<b>{how.label(market)}</b>}
          second={
            <>
              {how.side(side)} {say(`positions.mode.${mode}`)} {leverage}×
            </>
          }
        />
      ),
    },
    {
      key: 'closed',
      title: say('positions.closed_at'),
      isFixed: true,
      render: ({ closedAt, openedAt }) => <Two first={dateAndTime(closedAt)} second={dateAndTime(openedAt)} />,
    },
    {
      key: 'quantity',
      title: say('positions.size'),
      isEnd: true,
      render: ({ market, quantity }) => how.quantity(market, quantity),
    },
    {
      key: 'prices',
      title: say('positions.prices'),
      isEnd: true,
      render: ({ market, openPrice, closePrice }) => (
        <Two first={how.price(market, openPrice)} second={`→ ${how.price(market, closePrice)}`} />
      ),
    },
    {
      key: 'profit',
      title: say('positions.profit'),
      isEnd: true,
      render: ({ market, profit }) => how.signed(market, profit),
    },
    {
      key: 'fees',
      title: say('positions.fees'),
      isEnd: true,
      render: ({ market, openFees, closeFees }) => (
        <Two first={how.money(market, openFees)} second={how.money(market, closeFees)} />
      ),
    },
    {
      key: 'funding',
      title: say('positions.tab.funding'),
      isEnd: true,
      render: ({ market, funding }) => how.signed(market, funding),
    },
    {
      key: 'result',
      title: say('positions.result'),
      isEnd: true,
      render: ({ market, result, yield: rate }) => (
        <Two first={how.signed(market, result)} second={numbers.percent(rate)} />
      ),
    },
    {
      key: 'how',
      title: say('positions.closed_by'),
      render: ({ closeMode, liquidation }) => {
        const by = say(`positions.closed_by.${closeMode}`);
        if (liquidation === null) return by;
        return <Two first={by} second={<Link to={`/liquidation?id=${liquidation}`}>{say('positions.why')}</Link>} />;
      },
    },
  ];
}

export function useFundingColumns(): Column<FundingPaymentRecord>[] {
  const { say } = useTexts();
  const how = useContractWords();
  return [
    { key: 'time', title: say('orderlist.time'), isFixed: true, render: ({ dueAt }) => dateAndTime(dueAt) },
    {
      key: 'market',
      title: say('positions.contract'),
      isFixed: true,
      render: ({ market, side }) => <Two first={<b>{how.label(market)}</b>} second={how.side(side)} />,
    },
    {
      key: 'quantity',
      title: say('positions.size'),
      isEnd: true,
      render: ({ market, quantity }) => how.quantity(market, quantity),
    },
    { key: 'rate', title: say('positions.rate'), isEnd: true, render: ({ rate }) => how.rate(rate) },
    {
      key: 'amount',
      title: say('positions.margin.amount'),
      isEnd: true,
      render: ({ market, amount }) => how.signed(market, amount),
    },
  ];
}

/** Of stops that are over: what they waited for, and why they no longer do. */
export function useEndedStopColumns(): Column<StopState>[] {
  const { say } = useTexts();
  const words = useServerWords();
  const how = useContractWords();
  return [
    {
      key: 'market',
      title: say('positions.contract'),
      isFixed: true,
      render: ({ market, position }) => <Two first={<b>{how.label(market)}</b>} second={how.side(position)} />,
    },
    { key: 'kind', title: say('orderlist.kind'), isFixed: true, render: ({ kind }) => say(`positions.stop.${kind}`) },
    {
      key: 'trigger',
      title: say('orderlist.trigger'),
      isEnd: true,
      render: ({ market, trigger, triggerBy }) => (
        <Two first={how.price(market, trigger)} second={say(`positions.look.${triggerBy}`)} />
      ),
    },
    {
      key: 'price',
      title: say('orderlist.price'),
      isEnd: true,
      render: ({ market, price }) => (price === null ? say('orderlist.at_market') : how.price(market, price)),
    },
    {
      key: 'quantity',
      title: say('orderlist.quantity'),
      isEnd: true,
      render: ({ market, quantity }) =>
        quantity === null ? say('positions.stop.whole') : how.quantity(market, quantity),
    },
    {
      key: 'reason',
      title: say('orderlist.status'),
      isFixed: true,
      render: ({ reason }) => (reason === 'filled' ? words('status', reason) : words('reason', reason ?? '')),
    },
  ];
}
