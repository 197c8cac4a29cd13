/** A list of records that follows the balances. */
import { useSelector } from 'react-redux';
import type { MONEY_SORTS } from '../../../../../shared/products/wallet/wire';
import { selectBalancesPosition } from '../../../entities/balance/balance-slice';
import { useOwnList, type ListQuery } from '../../../entities/session/use-own-list';

export function useRecordList<Filters extends object, Row, By extends string = (typeof MONEY_SORTS)[number]>(
  useQuery: ListQuery<Filters, By, Row>,
) {
  return useOwnList<Filters, By, Row>(useSelector(selectBalancesPosition), useQuery, { followsFirst: true });
}
