/** The user's stored contract records in the panel under the chart: ended orders, trades, closed positions, funding. */
import { useSelector } from 'react-redux';
import type {
  ClosedPositionRecord,
  ContractFillRecord,
  ContractOrderRecord,
  FundingPaymentRecord,
} from '../../../../../../../shared/products/perpetual/records';
import type { CONTRACT_ORDER_SORTS } from '../../../../../../../shared/products/perpetual/wire';
import {
  useClosedPositionsQuery,
  useContractFillsQuery,
  useContractHistoryQuery,
  useFundingPaymentsQuery,
} from '../../../api/contract-lists-api';
import { selectPositionsPosition } from '../../../../../kit/entities/contract/positions';
import { useServerWords } from '../../../../../kit/i18n/server-words';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { useFollowPosition, useList } from '../../../../../kit/lib/hooks/use-list';
import { column, figure, fixed, timeColumn } from '../../../../../kit/ui/data-table/columns';
import { PanelList } from '../../../../../kit/ui/lists/query-list';
import { TwoLines, useContractFormat } from '../../../../../kit/positions/position-format';
import { useClosedColumns, useFillColumns, useFundingColumns } from './stored-columns';

interface StoredProps {
  /** Restricts the list to one contract; undefined for all. */
  marketFilter: string | undefined;
}

export function ContractHistory({ marketFilter }: StoredProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const format = useContractFormat();
  const position = useSelector(selectPositionsPosition);
  const list = useList<object, (typeof CONTRACT_ORDER_SORTS)[number]>(position);
  const query = useContractHistoryQuery({ ...list.request, ...marketOf(marketFilter) });
  useFollowPosition(list, position, query.isFetching);
  return (
    <PanelList<ContractOrderRecord>
      {...{ query, paging: list.paging, onPage: list.turn, sorted: list.sorted }}
      label={t('positions.tab.history')}
      columns={[
        timeColumn('time', t('orderlist.time'), ({ orderedAt }) => orderedAt, { isFixed: true, sortBy: 'time' }),
        fixed(
          'market',
          t('positions.contract'),
          ({ market, position: side, act }) => (
            <TwoLines first={<b>{format.label(market)}</b>} second={format.act(act, side)} />
          ),
          { sortBy: 'market' },
        ),
        column('kind', t('orderlist.kind'), ({ kind }) => t(`orderlist.kind_name.${kind}`)),
        fixed('status', t('orderlist.status'), ({ status, reason }) =>
          reason === null || reason === 'requested'
            ? t(`positions.status.${status}`)
            : `${t(`positions.status.${status}`)} · ${serverText('reason', reason)}`,
        ),
        figure(
          'price',
          t('orderlist.price'),
          ({ market, price }) => (price === null ? t('orderlist.at_market') : format.price(market, price)),
          { sortBy: 'price' },
        ),
        figure('average', t('orderlist.average'), ({ market, averagePrice }) => format.price(market, averagePrice)),
        figure(
          'filled',
          t('orderlist.filled'),
          ({ market, filledQuantity, quantity }) => (
            <TwoLines
              first={format.quantity(market, filledQuantity)}
              second={`/ ${format.quantity(market, quantity)}`}
            />
          ),
          { sortBy: 'filled' },
        ),
        figure('trigger', t('orderlist.trigger'), ({ market, trigger }) => format.price(market, trigger)),
        figure('profit', t('positions.profit'), ({ market, profit }) => format.signed(market, profit)),
      ]}
      keyOf={({ order }) => order}
      empty={t('positions.none.history')}
    />
  );
}

export function ContractFills({ marketFilter }: StoredProps) {
  const { t } = useTexts();
  const { asked: query, list } = useOwnList(useContractFillsQuery, marketFilter);
  return (
    <PanelList<ContractFillRecord>
      {...{ query, paging: list.paging, onPage: list.turn }}
      label={t('positions.tab.fills')}
      columns={useFillColumns()}
      keyOf={({ trade, order }) => `${trade}-${order}`}
      empty={t('own.none_filled')}
    />
  );
}

export function ClosedPositions({ marketFilter }: StoredProps) {
  const { t } = useTexts();
  const { asked: query, list } = useOwnList(useClosedPositionsQuery, marketFilter);
  return (
    <PanelList<ClosedPositionRecord>
      {...{ query, paging: list.paging, onPage: list.turn }}
      label={t('positions.tab.closed')}
      columns={useClosedColumns()}
      keyOf={({ contract }) => contract}
      empty={t('positions.none.closed')}
    />
  );
}

export function FundingPayments({ marketFilter }: StoredProps) {
  const { t } = useTexts();
  const { asked: query, list } = useOwnList(useFundingPaymentsQuery, marketFilter);
  return (
    <PanelList<FundingPaymentRecord>
      {...{ query, paging: list.paging, onPage: list.turn }}
      label={t('positions.tab.funding')}
      columns={useFundingColumns()}
      keyOf={({ contract, dueAt }) => `${contract}-${dueAt}`}
      empty={t('positions.none.funding')}
    />
  );
}

/** Refetches until the answer covers the latest change on the positions stream. */
function useOwnList<Asked extends { isFetching: boolean }>(
  useQuery: (request: { market?: string; minPosition?: number; pageIndex: number; pageSize: number }) => Asked,
  marketFilter: string | undefined,
) {
  const position = useSelector(selectPositionsPosition);
  const list = useList<object, never>(position);
  const { sort: _, ...request } = list.request;
  const query = useQuery({ ...request, ...marketOf(marketFilter) });
  useFollowPosition(list, position, query.isFetching);
  return { asked: query, list };
}

function marketOf(marketFilter: string | undefined): { market?: string } {
  return marketFilter === undefined ? {} : { market: marketFilter };
}
