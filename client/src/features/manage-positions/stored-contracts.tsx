/** What is stored of the user's contracts, in the panel under the chart: orders that have ended, trades, closed positions, funding. */
import { useSelector } from 'react-redux';
import type {
  ClosedPositionRecord,
  CONTRACT_ORDER_SORTS,
  ContractFillRecord,
  ContractOrderRecord,
  FundingPaymentRecord,
} from '../../../../shared/wire/contract';
import {
  useClosedPositionsQuery,
  useContractFillsQuery,
  useContractHistoryQuery,
  useFundingPaymentsQuery,
} from '../../entities/contract/contract-lists-api';
import { selectPositionsPosition } from '../../entities/contract/positions';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { useFollowed, useList } from '../../shared/lib/use-list';
import { PanelList } from '../../shared/ui/query-list';
import { Two, useContractWords } from './position-words';

interface StoredProps {
  /** Of one contract only. */
  only: string | undefined;
}

export function ContractHistory({ only }: StoredProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const how = useContractWords();
  const position = useSelector(selectPositionsPosition);
  const list = useList<object, (typeof CONTRACT_ORDER_SORTS)[number]>(position);
  const asked = useContractHistoryQuery({ ...list.request, ...marketOf(only) });
  useFollowed(list, position, asked.isFetching);
  return (
    <PanelList<ContractOrderRecord>
      {...{ asked, paging: list.paging, onPage: list.turn, sorted: list.sorted }}
      label={say('positions.tab.history')}
      columns={[
        {
          key: 'time',
          title: say('orderlist.time'),
          isFixed: true,
          sortBy: 'time',
          render: ({ orderedAt }) => dateAndTime(orderedAt),
        },
        {
          key: 'market',
          title: say('positions.contract'),
          isFixed: true,
          sortBy: 'market',
          render: ({ market, position: side, act }) => (
            <Two first={<b>{how.label(market)}</b>} second={how.act(act, side)} />
          ),
        },
        { key: 'kind', title: say('orderlist.kind'), render: ({ kind }) => say(`orderlist.kind_name.${kind}`) },
        {
          key: 'status',
          title: say('orderlist.status'),
          isFixed: true,
          render: ({ status, reason }) =>
            reason === null || reason === 'requested'
              ? say(`positions.status.${status}`)
              : `${say(`positions.status.${status}`)} · ${words('reason', reason)}`,
        },
        {
          key: 'price',
          title: say('orderlist.price'),
          isEnd: true,
          sortBy: 'price',
          render: ({ market, price }) => (price === null ? say('orderlist.at_market') : how.price(market, price)),
        },
        {
          key: 'average',
          title: say('orderlist.average'),
          isEnd: true,
          render: ({ market, averagePrice }) => how.price(market, averagePrice),
        },
        {
          key: 'filled',
          title: say('orderlist.filled'),
          isEnd: true,
          sortBy: 'filled',
          render: ({ market, filledQuantity, quantity }) => (
            <Two first={how.quantity(market, filledQuantity)} second={`/ ${how.quantity(market, quantity)}`} />
          ),
        },
        {
          key: 'trigger',
          title: say('orderlist.trigger'),
          isEnd: true,
          render: ({ market, trigger }) => how.price(market, trigger),
        },
        {
          key: 'profit',
          title: say('positions.profit'),
          isEnd: true,
          render: ({ market, profit }) => how.signed(market, profit),
        },
      ]}
      keyOf={({ order }) => order}
      empty={say('positions.none.history')}
    />
  );
}

export function ContractFills({ only }: StoredProps) {
  const { say } = useTexts();
  const how = useContractWords();
  const { asked, list } = useOwnList(useContractFillsQuery, only);
  return (
    <PanelList<ContractFillRecord>
      {...{ asked, paging: list.paging, onPage: list.turn }}
      label={say('positions.tab.fills')}
      columns={[
        { key: 'time', title: say('orderlist.time'), isFixed: true, render: ({ at }) => dateAndTime(at) },
        {
          key: 'market',
          title: say('positions.contract'),
          isFixed: true,
          render: ({ market, position, act }) => (
            <Two first={<b>{how.label(market)}</b>} second={how.act(act, position)} />
          ),
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
      ]}
      keyOf={({ trade, order }) => `${trade}-${order}`}
      empty={say('own.none_filled')}
    />
  );
}

export function ClosedPositions({ only }: StoredProps) {
  const { say, numbers } = useTexts();
  const how = useContractWords();
  const { asked, list } = useOwnList(useClosedPositionsQuery, only);
  return (
    <PanelList<ClosedPositionRecord>
      {...{ asked, paging: list.paging, onPage: list.turn }}
      label={say('positions.tab.closed')}
      columns={[
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
          render: ({ closeMode }) => say(`positions.closed_by.${closeMode}`),
        },
      ]}
      keyOf={({ contract }) => contract}
      empty={say('positions.none.closed')}
    />
  );
}

export function FundingPayments({ only }: StoredProps) {
  const { say } = useTexts();
  const how = useContractWords();
  const { asked, list } = useOwnList(useFundingPaymentsQuery, only);
  return (
    <PanelList<FundingPaymentRecord>
      {...{ asked, paging: list.paging, onPage: list.turn }}
      label={say('positions.tab.funding')}
      columns={[
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
      ]}
      keyOf={({ contract, dueAt }) => `${contract}-${dueAt}`}
      empty={say('positions.none.funding')}
    />
  );
}

/** Its answers are as fresh as what the stream has told of positions. */
function useOwnList<Asked extends { isFetching: boolean }>(
  useQuery: (request: { market?: string; minPosition?: number; pageIndex: number; pageSize: number }) => Asked,
  only: string | undefined,
) {
  const position = useSelector(selectPositionsPosition);
  const list = useList<object, never>(position);
  const { sort: _, ...request } = list.request;
  const asked = useQuery({ ...request, ...marketOf(only) });
  useFollowed(list, position, asked.isFetching);
  return { asked, list };
}

function marketOf(only: string | undefined): { market?: string } {
  return only === undefined ? {} : { market: only };
}
