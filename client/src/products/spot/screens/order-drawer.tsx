import { useState } from 'react';
import { useSelector } from 'react-redux';
import type { FillRecord, OrderDetail } from '../../../../../shared/products/spot/wire';
import { labelOf } from '../../../kit/entities/instrument/instrument';
import { useOrderDetailQuery } from '../api/order-history-api';
import { selectOrdersPosition } from '../../../kit/entities/order/order-slice';
import { useTexts } from '../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../kit/lib/numbers/format';
import { minPositionQuery, useFollowPosition } from '../../../kit/lib/hooks/use-list';
import { Amount } from '../../../kit/ui/figures/amount';
import { Dialog } from '../../../kit/ui/dialogs/dialog';
import { Facts, type Fact } from '../../../kit/ui/figures/facts';
import { Note } from '../../../kit/ui/page/note';
import {
  AmountOf,
  limitShown,
  Ordered,
  priceShown,
  quantityShown,
  statusShown,
  totalOf,
} from '../panels/order-columns';
import styles from './order-drawer.module.css';
import { useOrderWords } from '../panels/use-order-words';
import { Waiting } from '../../../kit/ui/page/waiting';

/** One order with its fills so far. */
export function OrderDrawer({ order, onClose }: { order: string; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Dialog title={t('orderlist.detail_title')} isDrawer onClose={onClose}>
      <Detail key={order} order={order} />
    </Dialog>
  );
}

function Detail({ order }: { order: string }) {
  // Refetches, as an open order can trade while shown.
  const position = useSelector(selectOrdersPosition);
  const [since, follow] = useState(position);
  const { data, error, isFetching, refetch } = useOrderDetailQuery({ order, ...minPositionQuery(since) });
  useFollowPosition({ since, follow }, position, isFetching);
  if (data) return <Detailed order={data} />;
  return <Waiting error={error} onRetry={refetch} />;
}

function Detailed({ order }: { order: OrderDetail }) {
  const { t } = useTexts();
  const format = useOrderWords();
  const { market, side } = order;
  const { quote = '' } = format.instruments.get(market) ?? {};
  const details: Fact[] = [
    [t('orderlist.number'), order.order],
    [t('orderlist.time'), dateAndTime(order.placedAt)],
    [t('orderlist.changed'), dateAndTime(order.changedAt)],
    [t('orderlist.kind'), t(`orderlist.kind_name.${order.kind}`)],
    [t('orderlist.force'), t(`orderlist.force_name.${order.timeInForce}`)],
    [t('orderlist.price'), limitShown(format, order)],
    [t('orderlist.trigger'), priceShown(format, market, order.trigger)],
    [t('orderlist.quantity'), <Ordered key="ordered" format={format} order={order} />],
    [t('orderlist.filled'), quantityShown(format, market, order.filledQuantity)],
    [t('orderlist.average'), priceShown(format, market, order.averagePrice)],
    [t('orderlist.total'), <AmountOf key="total" amount={totalOf(order)} asset={quote ?? ''} />],
    [t('orderlist.status'), statusShown(format, order)],
  ];
  return (
    <>
      <p className={styles.head}>
        <b>{labelOf(format.instruments, market)}</b>
        <span data-direction={side === 'buy' ? 'up' : 'down'}>{t(side === 'buy' ? 'trades.buy' : 'trades.sell')}</span>
      </p>
      <Facts details={details} />
      <h2 className={styles.title}>{t('orderlist.fills')}</h2>
      {order.fills.length === 0 ? (
        <Note kind="empty" text={t('orderlist.no_fills')} />
      ) : (
        <ul className={styles.fills}>
          {order.fills.map((fill) => (
            <Fill key={fill.trade} fill={fill} />
          ))}
        </ul>
      )}
    </>
  );
}

function Fill({ fill }: { fill: FillRecord }) {
  const { t } = useTexts();
  const format = useOrderWords();
  const { market, price, quantity, fee, feeAsset, role, at } = fill;
  return (
    <li>
      <p className={styles.fillHead}>
        <span>
          {quantityShown(format, market, quantity)} × <b>{priceShown(format, market, price)}</b>
        </span>
        <span>{dateAndTime(at)}</span>
      </p>
      <p className={styles.fillFoot}>
        <span>
          {t('orderlist.fee')} <Amount amount={fee} asset={feeAsset} /> {feeAsset}
        </span>
        <span>{t(`orderlist.role.${role}`)}</span>
      </p>
    </li>
  );
}
