import { useState } from 'react';
import { scaleOf } from '../../../../shared/rules/units';
import type { FillRecord } from '../../../../shared/wire/spot';
import { useOrderFillsQuery } from '../../entities/order/order-api';
import { wordsOf } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { Amount } from '../../shared/ui/amount';
import { Button } from '../../shared/ui/button';
import { Note } from '../../shared/ui/note';
import { Pager } from '../../shared/ui/pager';
import { PAGE_SIZE_DEFAULT } from '../../shared/ui/pages';
import { useDigits } from './order-cells';
import styles from './orders.module.css';

const HEADS = ['time', 'market', 'side', 'price', 'quantity', 'total', 'fee', 'role'] as const;

export function FillsTable({ only }: { only: string | undefined }) {
  const { say } = useTexts();
  const [page, setPage] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const { data, error, isFetching, refetch } = useOrderFillsQuery({
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
  if (data.total === 0) return <Note kind="empty" text={say('own.none_filled')} />;
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="spoken">{say('own.tab.fills')}</caption>
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col">
                {say(`own.head.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.records.map((fill) => (
            <FillRow key={`${fill.trade}-${fill.order}`} fill={fill} />
          ))}
        </tbody>
      </table>
      <Pager {...page} total={data.total} turn={{ by: 'hand', onPage: setPage }} />
    </div>
  );
}

function FillRow({ fill }: { fill: FillRecord }) {
  const { say, numbers } = useTexts();
  const { price, quantity, label, base, quote } = useDigits(fill.market);
  const cells = {
    time: <span className={styles.quiet}>{dateAndTime(fill.at)}</span>,
    market: label,
    side: <span data-direction={fill.side === 'buy' ? 'up' : 'down'}>{say(`trades.${fill.side}`)}</span>,
    price: numbers.fixed(fill.price, price ?? scaleOf(fill.price)),
    quantity: `${numbers.fixed(fill.quantity, quantity ?? scaleOf(fill.quantity))} ${base}`,
    total: <AmountOf amount={fill.amount} asset={quote} />,
    fee: <AmountOf amount={fill.fee} asset={fill.feeAsset} />,
    role: say(`own.role.${fill.role}`),
  };
  return (
    <tr>
      {HEADS.map((head) => (
        <td key={head} data-label={say(`own.head.${head}`)}>
          {cells[head]}
        </td>
      ))}
    </tr>
  );
}

function AmountOf({ amount, asset }: { amount: string; asset: string }) {
  return (
    <>
      <Amount of={amount} asset={asset} /> {asset}
    </>
  );
}
