import { Bot, Pencil, X } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { useCancelOrderMutation } from '../../../entities/order/order-api';
import { cancellationAsked } from '../../../shared/news/own-acts';
import { useTexts } from '../../../shared/i18n/use-texts';
import { newClientId } from '../../../shared/lib/hooks/use-attempt';
import { useOpened } from '../../../shared/lib/hooks/use-opened';
import type { Column } from '../../../shared/ui/data-table/columns';
import { AmendDialog } from './amend-dialog';
import type { ShownOrder } from './order-columns';
import styles from './orders.module.css';
import { RowAct } from '../../../shared/ui/lists/row-act';

interface OrderActions {
  /** At the end of an order's row, always in sight. */
  column: Column<ShownOrder>;
  cancel: (orders: readonly string[]) => Promise<void>;
  /** Belongs beside the list. */
  dialog: ReactNode;
}

/** What can be done with an open order: what was refused is said by the one HTTP client, what has become of it by the news. */
export function useOrderActions(more?: (order: ShownOrder) => ReactNode): OrderActions {
  const { say } = useTexts();
  const dispatch = useDispatch();
  const [send] = useCancelOrderMutation();
  const [amended, amend, closeAmended] = useOpened<ShownOrder>();
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const cancel = useCallback(
    async (orders: readonly string[]) => {
      dispatch(cancellationAsked(orders));
      setLeaving((known) => new Set([...known, ...orders]));
      for (const order of orders) await send({ clientId: newClientId(), order });
      setLeaving((known) => new Set([...known].filter((order) => !orders.includes(order))));
    },
    [dispatch, send],
  );
  // The same one as long as it says the same: rows are rendered again with another.
  const column = useMemo(
    (): Column<ShownOrder> => ({
      key: 'actions',
      title: '',
      isFixed: true,
      render: (order) => {
        const { robot } = order;
        return (
          <span className={styles.actions}>
            {more?.(order)}
            {robot === undefined ? (
              <>
                {(order.kind === 'limit' || order.kind === 'stop_limit') && (
                  <RowAct icon={Pencil} name={say('own.amend')} onClick={() => amend(order)} />
                )}
                <RowAct
                  icon={X}
                  name={say('orderlist.cancel')}
                  disabled={leaving.has(order.order)}
                  onClick={() => void cancel([order.order])}
                />
              </>
            ) : (
              // Whoever wants it ended stops the robot.
              <Link className={styles.robot} to={`/robot?market=${order.market}&robot=${robot}`}>
                <Bot aria-hidden size={14} />
                {say('orderlist.by_robot')}
              </Link>
            )}
          </span>
        );
      },
    }),
    [say, leaving, cancel, amend, more],
  );
  return {
    column,
    cancel,
    dialog: amended && <AmendDialog order={amended} onClose={closeAmended} />,
  };
}
