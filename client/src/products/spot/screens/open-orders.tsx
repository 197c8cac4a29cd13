import { FileText } from 'lucide-react';
import { useSelector } from 'react-redux';
import type { OrderRecord } from '../../../../../shared/products/spot/wire';
import { useCurrentOrdersQuery } from '../../../kit/entities/order/order-api';
import { selectOpenOrders, selectOrdersPosition } from '../../../kit/entities/order/order-slice';
import { useOwnList } from '../../../kit/entities/session/use-own-list';
import { CancelAll } from '../panels/cancel-all';
import { haveTriggers, openColumns, type OrderSort, type ShownOrder } from '../panels/order-columns';
import { RowAct } from '../../../kit/ui/lists/row-act';
import { useOrderActions } from '../panels/use-order-actions';
import { useOrderWords } from '../panels/use-order-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Button } from '../../../kit/ui/controls/button';
import { Filters } from '../../../kit/ui/lists/filters';
import { QueryList } from '../../../kit/ui/lists/query-list';
import { EmptyStateLink } from '../../../kit/ui/page/empty-state-link';
import { MarketSelect } from './filters';

/** Open orders; refetched when the private channel reports a change. */
export function OpenOrders({ onShow }: { onShow: (order: string) => void }) {
  const { t } = useTexts();
  const format = useOrderWords();
  const position = useSelector(selectOrdersPosition);
  const list = useOwnList<{ market: string }, OrderSort, OrderRecord>(position, useCurrentOrdersQuery);
  const { market } = list.filters;
  const open = useSelector(selectOpenOrders).filter((order) => market === undefined || order.market === market);
  // Orders of robots are cancelled by stopping the robot.
  const cancellableIds = list.records.filter(({ robot }) => robot === undefined).map(({ order }) => order);
  const selectedIds = cancellableIds.filter((order) => list.chosen.includes(order));
  const { column, cancel, dialog } = useOrderActions(({ order }) => (
    <RowAct icon={FileText} name={t('orderlist.detail')} onClick={() => onShow(order)} />
  ));
  return (
    <>
      <Filters>
        <MarketSelect value={market} onChange={(next) => list.filter({ market: next })} />
      </Filters>
      <QueryList<ShownOrder>
        {...list.table}
        name="orders.open"
        label={t('menu.orders_current')}
        columns={[...openColumns(format, haveTriggers(list.records)), column]}
        keyOf={({ order }) => order}
        empty={t(list.isFiltered ? 'orderlist.none_found' : 'orderlist.none_open')}
        emptyStateLink={
          !list.isFiltered && <EmptyStateLink to="/currencyTransaction">{t('orderlist.trade')}</EmptyStateLink>
        }
        selection={{
          keys: selectedIds,
          onChange: list.setChosen,
          isBarred: (order) => !cancellableIds.includes(order),
        }}
        actions={
          selectedIds.length > 0 ? (
            <Button onClick={() => void cancel(selectedIds).then(() => list.setChosen([]))}>
              {t('orderlist.cancel_selected')}
            </Button>
          ) : (
            <CancelAll orders={open} market={market} />
          )
        }
      />
      {dialog}
    </>
  );
}
