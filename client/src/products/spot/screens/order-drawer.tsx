import { useState } from 'react';
import { useSelector } from 'react-redux';
import type { FillRecord, OrderDetail } from '../../../../../shared/products/spot/wire';
import { labelOf } from '../../../entities/instrument/instrument';
import { useOrderDetailQuery } from '../api/order-history-api';
import { selectOrdersPosition } from '../../../entities/order/order-slice';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { including, useFollowed } from '../../../shared/lib/hooks/use-list';
import { Amount } from '../../../shared/ui/figures/amount';
import { Dialog } from '../../../shared/ui/dialogs/dialog';
import { Facts, type Fact } from '../../../shared/ui/figures/facts';
import { Note } from '../../../shared/ui/page/note';
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
import { Waiting } from '../../../shared/ui/page/waiting';

/** One order with everything that it traded, as far as it has come. */
export function OrderDrawer({ order, onClose }: { order: string; onClose: () => void }) {
  const { say } = useTexts();
  return (
    <Dialog title={say('orderlist.detail_title')} isDrawer onClose={onClose}>
      <Detail key={order} order={order} />
    </Dialog>
  );
}

function Detail({ order }: { order: string }) {
  // What is still open may trade while it is looked at.
  const position = useSelector(selectOrdersPosition);
  const [since, follow] = useState(position);
  const { data, error, isFetching, refetch } = useOrderDetailQuery({ order, ...including(since) });
  useFollowed({ since, follow }, position, isFetching);
  if (data) return <Detailed order={data} />;
  return <Waiting error={error} onRetry={refetch} />;
}

function Detailed({ order }: { order: OrderDetail }) {
  const { say } = useTexts();
  const how = useOrderWords();
  const { market, side } = order;
  const { quote = '' } = how.instruments.get(market) ?? {};
  const facts: Fact[] = [
    [say('orderlist.number'), order.order],
    [say('orderlist.time'), dateAndTime(order.placedAt)],
    [say('orderlist.changed'), dateAndTime(order.changedAt)],
    [say('orderlist.kind'), say(`orderlist.kind_name.${order.kind}`)],
    [say('orderlist.force'), say(`orderlist.force_name.${order.timeInForce}`)],
    [say('orderlist.price'), limitShown(how, order)],
    [say('orderlist.trigger'), priceShown(how, market, order.trigger)],
    [say('orderlist.quantity'), <Ordered key="ordered" how={how} order={order} />],
    [say('orderlist.filled'), quantityShown(how, market, order.filledQuantity)],
    [say('orderlist.average'), priceShown(how, market, order.averagePrice)],
    [say('orderlist.total'), <AmountOf key="total" amount={totalOf(order)} asset={quote ?? ''} />],
    [say('orderlist.status'), statusShown(how, order)],
  ];
  return (
    <>
      <p className={styles.head}>
        <b>{labelOf(how.instruments, market)}</b>
        <span data-direction={side === 'buy' ? 'up' : 'down'}>
          {say(side === 'buy' ? 'trades.buy' : 'trades.sell')}
        </span>
      </p>
      <Facts facts={facts} />
      <h2 className={styles.title}>{say('orderlist.fills')}</h2>
      {order.fills.length === 0 ? (
        <Note kind="empty" text={say('orderlist.no_fills')} />
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
  const { say } = useTexts();
  const how = useOrderWords();
  const { market, price, quantity, fee, feeAsset, role, at } = fill;
  return (
    <li>
      <p className={styles.fillHead}>
        <span>
          {quantityShown(how, market, quantity)} × <b>{priceShown(how, market, price)}</b>
        </span>
        <span>{dateAndTime(at)}</span>
      </p>
      <p className={styles.fillFoot}>
        <span>
          {say('orderlist.fee')} <Amount of={fee} asset={feeAsset} /> {feeAsset}
        </span>
        <span>{say(`orderlist.role.${role}`)}</span>
      </p>
    </li>
  );
}
