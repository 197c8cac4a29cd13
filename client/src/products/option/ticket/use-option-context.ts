import { useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import type { OptionCatalogue, OptionProduct } from '../../../../../shared/products/option/wire';
import { selectAccounts, selectBalancesPosition } from '../../../kit/entities/balance/balance-slice';
import { useOptionLimitsQuery } from '../api/option-api';
import { selectOptionsPosition, useOpenOptions } from '../api/option-slice';
import { selectUser } from '../../../kit/entities/session/session-slice';
import { sumOf } from '../../../kit/lib/numbers/exact';
import { minPositionQuery, useFollowPosition } from '../../../kit/lib/hooks/use-list';
import { serverNow } from '../../../kit/stream/server-time';
import type { OptionContext } from './option-ticket';

/** Data against which a purchase is checked, as far as known. The time is read on each call. */
export function useOptionContext(
  product: OptionProduct,
  rules: OptionCatalogue['rules'],
  price: string | null,
): () => OptionContext {
  const isKnown = useSelector(selectUser) !== null;
  const accounts = useSelector(selectAccounts);
  const hasBalances = useSelector(selectBalancesPosition) !== null;
  const position = useSelector(selectOptionsPosition);
  const open = useOpenOptions();
  const [since, follow] = useState(position);
  const { data: limits, isFetching } = useOptionLimitsQuery(minPositionQuery(since), { skip: !isKnown });
  useFollowPosition({ since, follow }, position, isFetching);
  return useMemo(() => {
    const ownContracts = (open ?? []).filter(({ symbol }) => symbol === product.symbol);
    const withLevels = ownContracts.filter(({ takeProfit, stopLoss }) => takeProfit !== null || stopLoss !== null);
    const context = {
      ...{ product, rules, price },
      available: hasBalances ? (accounts.option?.[product.asset]?.available ?? '0') : null,
      ownOpen: sumOf(ownContracts.map(({ stake }) => stake)),
      ownOpenWithLevels: sumOf(withLevels.map(({ stake }) => stake)),
      limit: limits?.find(({ asset }) => asset === product.asset) ?? null,
    };
    return () => ({ ...context, now: serverNow() });
  }, [product, rules, price, open, hasBalances, accounts, limits]);
}
