/** What a list says of each purchase, of whichever kind. */
import type { ReactNode } from 'react';
import { useEarnWords } from '../../entities/earn/earn-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import type { Column } from '../../shared/ui/data-table/columns';
import styles from './manage-earn.module.css';

interface Held {
  purchase: string;
  name: string;
  boughtAt: number;
  amount: string;
  asset: string;
  termDays: number;
}

/** `rate` and what belongs to it stand between the amount and the term. */
export function useHoldingColumns<Row extends Held>(
  statusOf: (row: Row) => ReactNode,
  rate: { title: string; of: (row: Row) => number },
): Column<Row>[] {
  const { say } = useTexts();
  const how = useEarnWords();
  return [
    {
      key: 'bought',
      title: say('earn.bought_at'),
      isFixed: true,
      sortBy: 'time',
      render: ({ boughtAt }) => dateAndTime(boughtAt),
    },
    { key: 'product', title: say('earn.product'), isFixed: true, render: ({ name }) => <b>{name}</b> },
    {
      key: 'status',
      title: say('earn.status'),
      isFixed: true,
      render: statusOf,
    },
    {
      key: 'amount',
      title: say('earn.amount'),
      isEnd: true,
      sortBy: 'amount',
      render: ({ amount, asset }) => how.money(amount, asset),
    },
    { key: 'rate', title: rate.title, isEnd: true, render: (row) => how.percent(rate.of(row)) },
    { key: 'term', title: say('earn.term'), isEnd: true, render: ({ termDays }) => how.days(termDays) },
  ];
}

export function HoldingStatus({ status, text }: { status: string; text: string }) {
  return (
    <span className={styles.status} data-status={status}>
      {text}
    </span>
  );
}
