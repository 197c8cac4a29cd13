import { nanoid } from '@reduxjs/toolkit';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { OrderRecord } from '../../../../shared/wire/spot';
import {
  useCancelAllOrdersMutation,
  useCancelOrderMutation,
  useCurrentOrdersQuery,
} from '../../entities/order/order-api';
import { labelOf, useInstrumentsById } from '../../entities/instrument/instrument';
import { selectOpenOrders } from '../../entities/order/order-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { Button } from '../../shared/ui/button';
import type { Column } from '../../shared/ui/data-table/columns';
import { DataTable } from '../../shared/ui/data-table/data-table';
import { Dialog } from '../../shared/ui/dialog';
import { Faulty } from '../../shared/ui/faulty';
import { Note } from '../../shared/ui/note';
import { MarketSelect } from './filters';
import { orderColumns } from './order-columns';
import styles from './orders-page.module.css';
import { useOrderList } from './use-order-list';
import { useOrderWords } from './use-order-words';

/** Open orders as they are now: the private channel says when to look again. */
export function OpenOrders({ onShow }: { onShow: (order: string) => void }) {
  const { say } = useTexts();
  const how = useOrderWords();
  const list = useOrderList<{ market: string }>();
  const { data, error, isFetching, refetch } = useCurrentOrdersQuery(list.request, {
    skip: !list.isKnown,
    refetchOnMountOrArgChange: true,
  });
  const cancelling = useCancelling();
  const actions: Column<OrderRecord> = {
    key: 'actions',
    title: '',
    isFixed: true,
    render: ({ order }) => (
      <span className={styles.actions}>
        <Button onClick={() => onShow(order)}>{say('orderlist.detail')}</Button>
        <Button disabled={cancelling.isUnderWay(order)} onClick={() => void cancelling.cancel([order])}>
          {say('orderlist.cancel')}
        </Button>
      </span>
    ),
  };
  const columns = orderColumns(how).filter(({ key }) => key !== 'average');
  return (
    <>
      <div className={styles.filters}>
        <MarketSelect value={list.filters.market} onChange={(market) => list.filter({ market })} />
      </div>
      {error && !data ? (
        <Faulty fault={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable<OrderRecord>
          name="orders.open"
          label={say('menu.orders_current')}
          columns={[...columns, actions]}
          rows={data?.records}
          keyOf={({ order }) => order}
          isFetching={isFetching}
          empty={<None isFiltered={list.isFiltered} />}
          selection={{ keys: list.chosen, onChange: list.setChosen }}
          paging={list.paging}
          total={data?.total ?? 0}
          onPage={list.turn}
          actions={
            list.chosen.length > 0 ? (
              <Button onClick={() => void cancelling.cancel(list.chosen).then(() => list.setChosen([]))}>
                {say('orderlist.cancel_selected')}
              </Button>
            ) : (
              <CancelAll market={list.filters.market} />
            )
          }
        />
      )}
    </>
  );
}

function None({ isFiltered }: { isFiltered: boolean }) {
  const { say } = useTexts();
  if (isFiltered) return <Note kind="empty" text={say('orderlist.none_found')} />;
  const way = (
    <Link className={styles.way} to="/currencyTransaction">
      {say('orderlist.trade')}
    </Link>
  );
  return <Note kind="empty" text={say('orderlist.none_open')} action={way} />;
}

/** What was refused is said by the one HTTP client. */
function useCancelling() {
  const dispatch = useDispatch();
  const [cancel] = useCancelOrderMutation();
  const [underWay, setUnderWay] = useState<ReadonlySet<string>>(new Set());
  return {
    isUnderWay: (order: string) => underWay.has(order),
    cancel: async (orders: readonly string[]) => {
      setUnderWay(new Set([...underWay, ...orders]));
      let done = 0;
      for (const order of orders) {
        const answer = await cancel({ clientId: nanoid(), order });
        if (!answer.error) done += 1;
      }
      setUnderWay((known) => new Set([...known].filter((order) => !orders.includes(order))));
      if (done > 0) dispatch(toastShown({ kind: 'success', key: 'orderlist.cancelled' }));
    },
  };
}

/** Every open order of one pair, or pair by pair of all, after a question. */
function CancelAll({ market }: { market: string | undefined }) {
  const { say, sayCount } = useTexts();
  const dispatch = useDispatch();
  const orders = useSelector(selectOpenOrders).filter((order) => market === undefined || order.market === market);
  const instruments = useInstrumentsById();
  const [cancelAll] = useCancelAllOrdersMutation();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    let isDone = true;
    for (const name of new Set(orders.map((order) => order.market))) {
      const answer = await cancelAll({ clientId: nanoid(), market: name });
      if (answer.error) isDone = false;
    }
    setBusy(false);
    setAsking(false);
    if (isDone) dispatch(toastShown({ kind: 'success', key: 'orderlist.cancelled' }));
  };
  return (
    <>
      <Button disabled={orders.length === 0} onClick={() => setAsking(true)}>
        {market === undefined
          ? say('orderlist.cancel_all')
          : say('orderlist.cancel_all_of', { market: labelOf(instruments, market) })}
      </Button>
      {isAsking && (
        <Dialog title={say('orderlist.cancel_all')} onClose={() => setAsking(false)}>
          <p>{sayCount('orderlist.cancel_all_text', orders.length)}</p>
          <p className={styles.answers}>
            <Button onClick={() => setAsking(false)}>{say('orderlist.keep')}</Button>
            <button type="button" className={styles.confirm} disabled={isBusy} onClick={() => void confirm()}>
              {say('orderlist.cancel_all')}
            </button>
          </p>
        </Dialog>
      )}
    </>
  );
}
