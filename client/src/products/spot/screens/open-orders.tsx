import { FileText } from 'lucide-react';
import { useSelector } from 'react-redux';
import type { OrderRecord } from '../../../../../shared/products/spot/wire';
import { useCurrentOrdersQuery } from '../../../entities/order/order-api';
import { selectOpenOrders, selectOrdersPosition } from '../../../entities/order/order-slice';
import { useOwnList } from '../../../entities/session/use-own-list';
import { CancelAll } from '../panels/cancel-all';
import { haveTriggers, openColumns, type OrderSort, type ShownOrder } from '../panels/order-columns';
import { RowAct } from '../../../shared/ui/lists/row-act';
import { useOrderActions } from '../panels/use-order-actions';
import { useOrderWords } from '../panels/use-order-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Button } from '../../../shared/ui/controls/button';
import { Filters } from '../../../shared/ui/lists/filters';
import { QueryList } from '../../../shared/ui/lists/query-list';
import { Way } from '../../../shared/ui/page/way';
import { MarketSelect } from './filters';

/** Open orders as they are now: the private channel says when to look again. */
export function OpenOrders({ onShow }: { onShow: (order: string) => void }) {
  const { say } = useTexts();
  const how = useOrderWords();
  const position = useSelector(selectOrdersPosition);
  const list = useOwnList<{ market: string }, OrderSort, OrderRecord>(position, useCurrentOrdersQuery);
  const { market } = list.filters;
  const open = useSelector(selectOpenOrders).filter((order) => market === undefined || order.market === market);
  // Those of robots end with their robots.
  const own = list.records.filter(({ robot }) => robot === undefined).map(({ order }) => order);
  const chosen = own.filter((order) => list.chosen.includes(order));
  const { column, cancel, dialog } = useOrderActions(({ order }) => (
    <RowAct icon={FileText} name={say('orderlist.detail')} onClick={() => onShow(order)} />
  ));
  return (
    <>
      <Filters>
        <MarketSelect value={market} onChange={(next) => list.filter({ market: next })} />
      </Filters>
      <QueryList<ShownOrder>
        {...list.table}
        name="orders.open"
        label={say('menu.orders_current')}
        columns={[...openColumns(how, haveTriggers(list.records)), column]}
        keyOf={({ order }) => order}
        empty={say(list.isFiltered ? 'orderlist.none_found' : 'orderlist.none_open')}
        way={!list.isFiltered && <Way to="/currencyTransaction">{say('orderlist.trade')}</Way>}
        selection={{ keys: chosen, onChange: list.setChosen, isBarred: (order) => !own.includes(order) }}
        actions={
          chosen.length > 0 ? (
            <Button onClick={() => void cancel(chosen).then(() => list.setChosen([]))}>
              {say('orderlist.cancel_selected')}
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
