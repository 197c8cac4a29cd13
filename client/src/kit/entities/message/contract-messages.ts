/** Messages about the user's contracts, such as margin calls, which must be seen without a search. */
import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import type { MessageKey, MessageRecord } from '../../../../../shared/wire/messages-center';
import { useTexts } from '../../i18n/use-texts';
import { useMessagesQuery } from './message-api';
import { selectMessagesFollowed } from './message-slice';
import { useRefetchOnReturn } from './use-refetch-on-return';

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
const LATEST_QUERY = { onlyUnread: false, pageIndex: 1, pageSize: 50 } as const;
const NONE: readonly MessageRecord[] = [];

/** Latest messages, newest first; null until loaded. */
export function useContractMessages(): readonly MessageRecord[] | null {
  const { contracts, refetch } = useMessagesQuery(LATEST_QUERY, {
    selectFromResult: ({ data }) => ({ contracts: data ? contractMessagesOf(data.records) : null }),
  });
  useRefetchOnReturn(useSelector(selectMessagesFollowed), refetch);
  // Messages come translated, so they are refetched when the language changes.
  const { language } = useTexts();
  const loadedLanguage = useRef(language);
  useEffect(() => {
    if (loadedLanguage.current === language) return;
    loadedLanguage.current = language;
    void refetch();
  }, [language, refetch]);
  return contracts;
}

const cachedMessages = new WeakMap<readonly MessageRecord[], readonly MessageRecord[]>();

/** Returns the same list while the messages are the same. */
function contractMessagesOf(records: readonly MessageRecord[]): readonly MessageRecord[] {
  const cached = cachedMessages.get(records);
  if (cached) return cached;
  const contracts = records.filter(({ key }) => KEYS.has(key));
  const contractMessages = contracts.length === 0 ? NONE : contracts;
  cachedMessages.set(records, contractMessages);
  return contractMessages;
}
