import { useEffect, useEffectEvent } from 'react';
import { useSelector } from 'react-redux';
import type { UserInfo } from '../../../../../shared/products/identity/account';
import { useOrderHistoryQuery } from '../../../entities/order/order-api';
import { selectOpenOrders } from '../../../entities/order/order-slice';
import { useHasRechargeQuery } from '../../../entities/recharge/recharge-api';
import { selectIsLogin, selectUser } from '../../../entities/session/session-slice';
import type { TextKey } from '../../../shared/i18n/i18n';
import { useKept } from '../../../shared/lib/storage/kept';

const USER_TYPE_USER = 3;
/** The shortest page there is: that there is one order is enough. */
const SHORTEST = { pageIndex: 1, pageSize: 10 };

export interface Step {
  name: 'verify' | 'fund' | 'order';
  to: string;
  text: TextKey;
  isDone: boolean;
}

const VERIFY_TEXTS: Readonly<Record<UserInfo['verification'], TextKey>> = {
  not_certified: 'home.steps.verify_text',
  under_review: 'home.steps.verify_waiting',
  failed: 'home.steps.verify_failed',
  certified: 'home.steps.verify_text',
};

interface FirstSteps {
  /** Null for whoever has none to go, or does not want to see them. */
  steps: readonly Step[] | null;
  hide: () => void;
}

/**
 * What is left to do before the first trade, as the exchange knows it. That all is done, or that the list is not wanted, is kept with
 * the account: nothing is asked for then.
 */
export function useFirstSteps(): FirstSteps {
  const isLogin = useSelector(selectIsLogin);
  const user = useSelector(selectUser);
  const [state, keepState] = useKept('first-steps', ['open', 'done', 'hidden']);
  const isOpen = isLogin && state === 'open';
  // Whoever comes back from a step sees it ticked.
  const now = { skip: !isOpen || user?.userType !== USER_TYPE_USER, refetchOnMountOrArgChange: true };
  const { data: hasRecharge = false } = useHasRechargeQuery(undefined, now);
  const { data: history } = useOrderHistoryQuery(SHORTEST, now);
  const open = useSelector(selectOpenOrders);
  const hasOrdered = open.length > 0 || (history?.total ?? 0) > 0;
  const { verification = 'not_certified' } = user ?? {};
  const steps: Step[] = [
    {
      name: 'verify',
      to: '/accountSet/realName',
      text: VERIFY_TEXTS[verification],
      isDone: verification === 'certified',
    },
    // Whoever has ordered had something to order with, wherever it came from.
    { name: 'fund', to: '/accountSet/recharge', text: 'home.steps.fund_text', isDone: hasRecharge || hasOrdered },
    { name: 'order', to: '/currencyTransaction', text: 'home.steps.order_text', isDone: hasOrdered },
  ];
  // Staff do not trade.
  const isOver = user !== null && (user.userType !== USER_TYPE_USER || steps.every(({ isDone }) => isDone));
  const end = useEffectEvent(() => keepState('done'));
  useEffect(() => {
    if (isOpen && isOver) end();
  }, [isOpen, isOver]);
  return { steps: isOpen && !isOver ? steps : null, hide: () => keepState('hidden') };
}
