import { useSelector } from 'react-redux';
import { selectAccounts, selectBalancesPosition } from './balance-slice';

/** What of a coin is available in one of the user's accounts; null as long as nobody knows. */
export function useAvailable(account: keyof ReturnType<typeof selectAccounts>, asset: string): string | null {
  const accounts = useSelector(selectAccounts);
  const isKnown = useSelector(selectBalancesPosition) !== null;
  return isKnown ? (accounts[account]?.[asset]?.available ?? '0') : null;
}
