import { useState } from 'react';
import { useOrderHistoryQuery } from '../../entities/order/order-api';
import { wordsOf } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { Button } from '../../shared/ui/button';
import { Note } from '../../shared/ui/note';
import { Pager } from '../../shared/ui/pager';
import { PAGE_SIZE_DEFAULT } from '../../shared/ui/pages';
import { OrderCells, OrderHeads } from './order-cells';
import styles from './orders.module.css';

export function HistoryTable({ only }: { only: string | undefined }) {
  const { say } = useTexts();
  const [page, setPage] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const { data, error, isFetching, refetch } = useOrderHistoryQuery({
    ...page,
    ...(only ? { market: only } : {}),
  });
  if (!data) {
    if (!error) return <Note kind="loading" text={say('page.loading')} />;
    const words = wordsOf(error);
    return (
      <Note
        kind="error"
        text={'text' in words ? words.text : say(words.key)}
        action={
          <Button disabled={isFetching} onClick={() => void refetch()}>
            {say('page.retry')}
          </Button>
        }
      />
    );
  }
  if (data.total === 0) return <Note kind="empty" text={say('own.none_ended')} />;
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="spoken">{say('own.tab.history')}</caption>
        <thead>
          <tr>
            <OrderHeads />
          </tr>
        </thead>
        <tbody>
          {data.records.map((order) => (
            <tr key={order.order}>
              <OrderCells order={order} time={dateAndTime(order.placedAt)} averagePrice={order.averagePrice} />
            </tr>
          ))}
        </tbody>
      </table>
      <Pager {...page} total={data.total} turn={{ by: 'hand', onPage: setPage }} />
    </div>
  );
}
