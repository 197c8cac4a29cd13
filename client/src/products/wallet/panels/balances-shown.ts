/** The user's balances in all accounts: over HTTP first, then as the private channel tells them. */
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { Balance, BalanceSnapshot } from '../../../../../shared/wire/market-data';
import { selectAccounts, selectBalancesPosition, type ByAccount } from '../../../entities/balance/balance-slice';
import { selectUser } from '../../../entities/session/session-slice';
import { useWalletBalancesQuery } from '../../../entities/wallet/wallet-api';
import type { Fault } from '../../../shared/api/envelope';

/** Whichever knows more; of what the channel knows at all nothing is missing. Null while neither has spoken. */
export function newestOf(
  asked: BalanceSnapshot | undefined,
  position: number | null,
  accounts: ByAccount,
): readonly Balance[] | null {
  if (position !== null && position >= (asked?.position ?? -1))
    return Object.values(accounts).flatMap((byAsset) => Object.values(byAsset));
  return asked?.balances ?? null;
}

export function useBalancesShown(): { balances: readonly Balance[] | null; fault: Fault | null; retry: () => void } {
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
    fault: balances === null ? (error ?? null) : null,
    retry: () => void refetch(),
  };
}
