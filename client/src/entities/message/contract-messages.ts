/** Of the messages, those that say what became of the user's contracts: nobody should have to look for a margin call. */
import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import type { MessageKey, MessageRecord } from '../../../../shared/wire/messages-center';
import { useTexts } from '../../shared/i18n/use-texts';
import { useMessagesQuery } from './message-api';
import { selectMessagesFollowed } from './message-slice';
import { useReturned } from './use-returned';

const KEYS: ReadonlySet<MessageKey> = new Set<MessageKey>([
  ...(['margin.call', 'margin.account', 'order.margin', 'stop.stayed'] as const),
  ...(['liquidation.started', 'liquidation.account', 'liquidation.healed'] as const),
  ...(['liquidation.closed', 'liquidation.recovered', 'position.deleveraged'] as const),
  ...([
    'position.locked',
    'position.locked.for',
    'position.unlocked',
    'contract.terms',
    'contract.ending',
    'contract.ended',
  ] as const),
]);
const LATEST = { onlyUnread: false, pageIndex: 1, pageSize: 50 } as const;
const NONE: readonly MessageRecord[] = [];

/** The latest, newest first; null until they are known. */
export function useContractMessages(): readonly MessageRecord[] | null {
  const { contracts, refetch } = useMessagesQuery(LATEST, {
    selectFromResult: ({ data }) => ({ contracts: data ? latestOf(data.records) : null }),
  });
  useReturned(useSelector(selectMessagesFollowed), refetch);
  // They come in the language in which they were asked for.
  const { language } = useTexts();
  const asked = useRef(language);
  useEffect(() => {
    if (asked.current === language) return;
    asked.current = language;
    void refetch();
  }, [language, refetch]);
  return contracts;
}

const found = new WeakMap<readonly MessageRecord[], readonly MessageRecord[]>();

/** The same list as long as the messages are the same. */
function latestOf(records: readonly MessageRecord[]): readonly MessageRecord[] {
  const known = found.get(records);
  if (known) return known;
  const contracts = records.filter(({ key }) => KEYS.has(key));
  const latest = contracts.length === 0 ? NONE : contracts;
  found.set(records, latest);
  return latest;
}
