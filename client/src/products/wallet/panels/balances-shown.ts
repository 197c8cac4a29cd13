/** The user's balances in all accounts: from HTTP first, then from the private channel. */
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { Balance, BalanceSnapshot } from '../../../../../shared/wire/market-data';
import { selectAccounts, selectBalancesPosition, type ByAccount } from '../../../kit/entities/balance/balance-slice';
import { selectUser } from '../../../kit/entities/session/session-slice';
import { useWalletBalancesQuery } from '../../../kit/entities/wallet/wallet-api';
import type { Fault } from '../../../kit/api/envelope';

/** The newer of the two. The channel's balances are always complete. Null until one has arrived. */
export function newestOf(
  queriedSnapshot: BalanceSnapshot | undefined,
  position: number | null,
  accounts: ByAccount,
): readonly Balance[] | null {
  if (position !== null && position >= (queriedSnapshot?.position ?? -1))
    return Object.values(accounts).flatMap((byAsset) => Object.values(byAsset));
  return queriedSnapshot?.balances ?? null;
}

export function useBalancesShown(): { balances: readonly Balance[] | null; error: Fault | null; retry: () => void } {
  const user = useSelector(selectUser);
  const position = useSelector(selectBalancesPosition);
  const accounts = useSelector(selectAccounts);
  const { data, error, refetch } = useWalletBalancesQuery(undefined, {
    skip: user === null,
    refetchOnMountOrArgChange: true,
  });
  const balances = useMemo(() => newestOf(data, position, accounts), [data, position, accounts]);
  return {
    balances,
    error: balances === null ? (error ?? null) : null,
    retry: () => void refetch(),
  };
}
