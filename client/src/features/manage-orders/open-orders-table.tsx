import { nanoid } from '@reduxjs/toolkit';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import type { OrderState } from '../../../../shared/wire/market-data';
import { useCancelOrderMutation, useCurrentOrdersQuery } from '../../entities/order/order-api';
import { selectOrdersPosition } from '../../entities/order/order-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { Note } from '../../shared/ui/note';
import { AmendDialog } from './amend-dialog';
import styles from './orders.module.css';
import { OrderCells, OrderHeads } from './order-cells';

const PLACED_MAX = 200;

interface OpenOrdersTableProps {
  orders: readonly OrderState[];
  only: string | undefined;
}

export function OpenOrdersTable({ orders, only }: OpenOrdersTableProps) {
  const { say } = useTexts();
  const placedAt = usePlacedAt(only);
  const isKnown = useSelector(selectOrdersPosition) !== null;
  const [cancel] = useCancelOrderMutation();
  const [amended, setAmended] = useState<OrderState | null>(null);
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  if (!isKnown) return <Note kind="loading" text={say('page.loading')} />;
  if (orders.length === 0) return <Note kind="empty" text={say('own.none_open')} />;
  const take = async (order: string) => {
    setLeaving((known) => new Set(known).add(order));
    await cancel({ clientId: nanoid(), order });
    setLeaving((known) => new Set([...known].filter((id) => id !== order)));
  };
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="spoken">{say('own.tab.open')}</caption>
        <thead>
          <tr>
            <OrderHeads />
            <th scope="col">{say('own.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.order}>
              <OrderCells order={order} time={placedAt.get(order.order)} />
              <td className={styles.actions}>
                {(order.kind === 'limit' || order.kind === 'stop_limit') && (
                  <button type="button" onClick={() => setAmended(order)}>
                    {say('own.amend')}
                  </button>
                )}
                <button type="button" disabled={leaving.has(order.order)} onClick={() => void take(order.order)}>
                  {say('own.cancel')}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {amended && <AmendDialog order={amended} onClose={() => setAmended(null)} />}
    </div>
  );
}

/** The socket tells which orders are open, the stored ones when they were placed. */
function usePlacedAt(only: string | undefined): ReadonlyMap<string, string> {
  const { data } = useCurrentOrdersQuery({
    pageIndex: 1,
    pageSize: PLACED_MAX,
    ...(only ? { market: only } : {}),
  });
  return new Map(data?.records.map(({ order, placedAt }) => [order, dateAndTime(placedAt)]));
}
