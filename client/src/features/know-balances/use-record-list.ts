/** A page of records that follows the balances: what is asked for, how it is turned, and which filters it comes through. */
import { useSelector } from 'react-redux';
import type { MONEY_SORTS } from '../../../../shared/wire/wallet';
import { selectBalancesPosition } from '../../entities/balance/balance-slice';
import { selectUser } from '../../entities/session/session-slice';
import { useFollowed, useList } from '../../shared/lib/use-list';

export function useRecordList<Filters extends object, By extends string = (typeof MONEY_SORTS)[number]>() {
  const position = useSelector(selectBalancesPosition);
  const list = useList<Filters, By>(position);
  const isKnown = useSelector(selectUser) !== null;
  // The first page follows what happens; the others stand still while they are read.
  const followed = list.paging.pageIndex === 1 ? position : null;
  return { ...list, isKnown, followed };
}

/** Once the list has been asked for. */
export function useFollowedRecords(
  list: Pick<ReturnType<typeof useRecordList>, 'since' | 'follow' | 'followed'>,
  isFetching: boolean,
): void {
  useFollowed(list, list.followed, isFetching);
}
