import { Bot, Pencil, X } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { useCancelOrderMutation } from '../../../kit/entities/order/order-api';
import { cancellationAsked } from '../../../kit/news/own-acts';
import { useTexts } from '../../../kit/i18n/use-texts';
import { newClientId } from '../../../kit/lib/hooks/use-attempt';
import { useOpenedItem } from '../../../kit/lib/hooks/use-opened-item';
import type { Column } from '../../../kit/ui/data-table/columns';
import { AmendDialog } from './amend-dialog';
import type { ShownOrder } from './order-columns';
import styles from './orders.module.css';
import { RowAct } from '../../../kit/ui/lists/row-act';

interface OrderActions {
  /** Last column of an order's row, always visible. */
  column: Column<ShownOrder>;
  cancel: (orders: readonly string[]) => Promise<void>;
  /** Render it beside the list. */
  dialog: ReactNode;
}

/** Actions on an open order. The HTTP client reports refusals; notifications report results. */
export function useOrderActions(extraActions?: (order: ShownOrder) => ReactNode): OrderActions {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const [send] = useCancelOrderMutation();
  const [amended, amend, closeAmended] = useOpenedItem<ShownOrder>();
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const cancel = useCallback(
    async (orders: readonly string[]) => {
      dispatch(cancellationAsked(orders));
      setLeaving((previous) => new Set([...previous, ...orders]));
      for (const order of orders) await send({ clientId: newClientId(), order });
      setLeaving((previous) => new Set([...previous].filter((order) => !orders.includes(order))));
    },
    [dispatch, send],
  );
  // Memoised, as a new column rerenders all rows.
  const column = useMemo(
    (): Column<ShownOrder> => ({
      key: 'actions',
      title: '',
      isFixed: true,
      render: (order) => {
        const { robot } = order;
        return (
          <span className={styles.actions}>
            {extraActions?.(order)}
            {robot === undefined ? (
              <>
                {(order.kind === 'limit' || order.kind === 'stop_limit') && (
                  <RowAct icon={Pencil} name={t('own.amend')} onClick={() => amend(order)} />
                )}
                <RowAct
                  icon={X}
                  name={t('orderlist.cancel')}
                  disabled={leaving.has(order.order)}
                  onClick={() => void cancel([order.order])}
                />
              </>
            ) : (
              // An order of a robot ends by stopping the robot.
              <Link className={styles.robot} to={`/robot?market=${order.market}&robot=${robot}`}>
                <Bot aria-hidden size={14} />
                {t('orderlist.by_robot')}
              </Link>
            )}
          </span>
        );
      },
    }),
    [t, leaving, cancel, amend, extraActions],
  );
  return {
    column,
    cancel,
    dialog: amended && <AmendDialog order={amended} onClose={closeAmended} />,
  };
}
