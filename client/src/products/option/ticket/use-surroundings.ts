import { useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import type { OptionCatalogue, OptionProduct } from '../../../../../shared/products/option/wire';
import { selectAccounts, selectBalancesPosition } from '../../../entities/balance/balance-slice';
import { useOptionLimitsQuery } from '../../../entities/option/option-api';
import { selectOptionsPosition, useOpenOptions } from '../api/option-slice';
import { selectUser } from '../../../entities/session/session-slice';
import { sumOf } from '../../../shared/lib/numbers/exact';
import { including, useFollowed } from '../../../shared/lib/hooks/use-list';
import { serverNow } from '../../../shared/stream/server-time';
import type { OptionSurroundings } from './option-ticket';

/** What a purchase is judged by, as far as the page knows it. The time is read when it is needed. */
export function useOptionSurroundings(
  product: OptionProduct,
  rules: OptionCatalogue['rules'],
  price: string | null,
): () => OptionSurroundings {
  const isKnown = useSelector(selectUser) !== null;
  const accounts = useSelector(selectAccounts);
  const hasBalances = useSelector(selectBalancesPosition) !== null;
  const position = useSelector(selectOptionsPosition);
  const open = useOpenOptions();
  const [since, follow] = useState(position);
  const { data: limits, isFetching } = useOptionLimitsQuery(including(since), { skip: !isKnown });
  useFollowed({ since, follow }, position, isFetching);
  return useMemo(() => {
    const own = (open ?? []).filter(({ symbol }) => symbol === product.symbol);
    const withLevels = own.filter(({ takeProfit, stopLoss }) => takeProfit !== null || stopLoss !== null);
    const known = {
      ...{ product, rules, price },
      available: hasBalances ? (accounts.option?.[product.asset]?.available ?? '0') : null,
      ownOpen: sumOf(own.map(({ stake }) => stake)),
      ownOpenWithLevels: sumOf(withLevels.map(({ stake }) => stake)),
      limit: limits?.find(({ asset }) => asset === product.asset) ?? null,
    };
    return () => ({ ...known, now: serverNow() });
  }, [product, rules, price, open, hasBalances, accounts, limits]);
}
