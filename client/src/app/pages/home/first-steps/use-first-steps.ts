import { useEffect, useEffectEvent } from 'react';
import { useSelector } from 'react-redux';
import type { UserInfo } from '../../../../../../shared/products/identity/account';
import { useOrderHistoryQuery } from '../../../../kit/entities/order/order-api';
import { selectOpenOrders } from '../../../../kit/entities/order/order-slice';
import { useHasRechargeQuery } from '../../../../kit/entities/recharge/recharge-api';
import { selectIsLogin, selectUser } from '../../../../kit/entities/session/session-slice';
import type { TextKey } from '../../../../kit/i18n/i18n';
import { usePreference } from '../../../../kit/lib/storage/preferences';

const USER_TYPE_USER = 3;
/** The smallest page: only the existence of an order matters. */
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
  /** Null if nothing is left to do or the user hid the list. */
  steps: readonly Step[] | null;
  hide: () => void;
}

/** Steps before the first trade, from the server's state. `done` and `hidden` are stored with the account; then nothing is requested. */
export function useFirstSteps(): FirstSteps {
  const isLogin = useSelector(selectIsLogin);
  const user = useSelector(selectUser);
  const [state, keepState] = usePreference('first-steps', ['open', 'done', 'hidden']);
  const isOpen = isLogin && state === 'open';
  // Refetches on mount, so that a step just completed is ticked.
  const queryOptions = { skip: !isOpen || user?.userType !== USER_TYPE_USER, refetchOnMountOrArgChange: true };
  const { data: hasRecharge = false } = useHasRechargeQuery(undefined, queryOptions);
  const { data: history } = useOrderHistoryQuery(SHORTEST, queryOptions);
  const openOrders = useSelector(selectOpenOrders);
  const hasOrdered = openOrders.length > 0 || (history?.total ?? 0) > 0;
  const { verification = 'not_certified' } = user ?? {};
  const steps: Step[] = [
    {
      name: 'verify',
      to: '/accountSet/realName',
      text: VERIFY_TEXTS[verification],
      isDone: verification === 'certified',
    },
    // A user who has ordered must have had funds, from any source.
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
