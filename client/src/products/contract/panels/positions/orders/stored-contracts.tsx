/** What is stored of the user's contracts, in the panel under the chart: orders that have ended, trades, closed positions, funding. */
import { useSelector } from 'react-redux';
import type {
  ClosedPositionRecord,
  CONTRACT_ORDER_SORTS,
  ContractFillRecord,
  ContractOrderRecord,
  FundingPaymentRecord,
} from '../../../../../../../shared/products/perpetual/wire';
import {
  useClosedPositionsQuery,
  useContractFillsQuery,
  useContractHistoryQuery,
  useFundingPaymentsQuery,
} from '../../../api/contract-lists-api';
import { selectPositionsPosition } from '../../../../../entities/contract/positions';
import { useServerWords } from '../../../../../shared/i18n/server-words';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import { useFollowed, useList } from '../../../../../shared/lib/hooks/use-list';
import { column, figure, fixed, timeColumn } from '../../../../../shared/ui/data-table/columns';
import { PanelList } from '../../../../../shared/ui/lists/query-list';
import { Two, useContractWords } from '../../../../../features/show-positions/position-words';
import { useClosedColumns, useFillColumns, useFundingColumns } from './stored-columns';

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
        timeColumn('time', say('orderlist.time'), ({ orderedAt }) => orderedAt, { isFixed: true, sortBy: 'time' }),
        fixed(
          'market',
          say('positions.contract'),
          ({ market, position: side, act }) => <Two first={<b>{how.label(market)}</b>} second={how.act(act, side)} />,
          { sortBy: 'market' },
        ),
        column('kind', say('orderlist.kind'), ({ kind }) => say(`orderlist.kind_name.${kind}`)),
        fixed('status', say('orderlist.status'), ({ status, reason }) =>
          reason === null || reason === 'requested'
            ? say(`positions.status.${status}`)
            : `${say(`positions.status.${status}`)} · ${words('reason', reason)}`,
        ),
        figure(
          'price',
          say('orderlist.price'),
          ({ market, price }) => (price === null ? say('orderlist.at_market') : how.price(market, price)),
          { sortBy: 'price' },
        ),
        figure('average', say('orderlist.average'), ({ market, averagePrice }) => how.price(market, averagePrice)),
        figure(
          'filled',
          say('orderlist.filled'),
          ({ market, filledQuantity, quantity }) => (
            <Two first={how.quantity(market, filledQuantity)} second={`/ ${how.quantity(market, quantity)}`} />
          ),
          { sortBy: 'filled' },
        ),
        figure('trigger', say('orderlist.trigger'), ({ market, trigger }) => how.price(market, trigger)),
        figure('profit', say('positions.profit'), ({ market, profit }) => how.signed(market, profit)),
      ]}
      keyOf={({ order }) => order}
      empty={say('positions.none.history')}
    />
  );
}

export function ContractFills({ only }: StoredProps) {
  const { say } = useTexts();
  const { asked, list } = useOwnList(useContractFillsQuery, only);
  return (
    <PanelList<ContractFillRecord>
      {...{ asked, paging: list.paging, onPage: list.turn }}
      label={say('positions.tab.fills')}
      columns={useFillColumns()}
      keyOf={({ trade, order }) => `${trade}-${order}`}
      empty={say('own.none_filled')}
    />
  );
}

export function ClosedPositions({ only }: StoredProps) {
  const { say } = useTexts();
  const { asked, list } = useOwnList(useClosedPositionsQuery, only);
  return (
    <PanelList<ClosedPositionRecord>
      {...{ asked, paging: list.paging, onPage: list.turn }}
      label={say('positions.tab.closed')}
      columns={useClosedColumns()}
      keyOf={({ contract }) => contract}
      empty={say('positions.none.closed')}
    />
  );
}

export function FundingPayments({ only }: StoredProps) {
  const { say } = useTexts();
  const { asked, list } = useOwnList(useFundingPaymentsQuery, only);
  return (
    <PanelList<FundingPaymentRecord>
      {...{ asked, paging: list.paging, onPage: list.turn }}
      label={say('positions.tab.funding')}
      columns={useFundingColumns()}
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
