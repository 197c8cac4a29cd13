import { useSelector } from 'react-redux';
import { selectAccounts, selectBalancesPosition } from './balance-slice';

/** Available amount of a coin in one of the user's accounts; null while unknown. */
export function useAvailable(account: keyof ReturnType<typeof selectAccounts>, asset: string): string | null {
  const accounts = useSelector(selectAccounts);
  const isKnown = useSelector(selectBalancesPosition) !== null;
  return isKnown ? (accounts[account]?.[asset]?.available ?? '0') : null;
}
