/** List of records that is refetched when balances change. */
import { useSelector } from 'react-redux';
import type { MONEY_SORTS } from '../../../../../shared/products/wallet/wire';
import { selectBalancesPosition } from '../../../kit/entities/balance/balance-slice';
import { useOwnList, type ListQuery } from '../../../kit/entities/session/use-own-list';

export function useRecordList<Filters extends object, Row, By extends string = (typeof MONEY_SORTS)[number]>(
  useQuery: ListQuery<Filters, By, Row>,
) {
  return useOwnList<Filters, By, Row>(useSelector(selectBalancesPosition), useQuery, { followsFirst: true });
}
