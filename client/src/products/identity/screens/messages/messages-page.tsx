import { MailOpen } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { MessageKey, MessageRecord } from '../../../../../../shared/wire/messages-center';
import {
  useMessagesQuery,
  useReadAllMessagesMutation,
  useReadMessagesMutation,
  useUnreadQuery,
} from '../../../../kit/entities/message/message-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { PAGE_SIZES, PAGE_SIZE_DEFAULT, type Paging } from '../../../../kit/ui/lists/pages';
import { Button } from '../../../../kit/ui/controls/button';
import { Faulty } from '../../../../kit/ui/page/faulty';
import { Note } from '../../../../kit/ui/page/note';
import { Pager } from '../../../../kit/ui/lists/pager';
import { Panel } from '../../../../kit/ui/page/panel';
import { useLastPage } from '../../../../kit/ui/lists/use-last-page';
import { EmptyStateLink } from '../../../../kit/ui/page/empty-state-link';
import styles from './messages-page.module.css';

const FILTERS = ['all', 'unread'] as const;
type Filter = (typeof FILTERS)[number];

/** Messages of the exchange, newest first, updated live. */
export function MessagesPage() {
  const { t } = useTexts();
  const [filter, setFilter] = useState<Filter>('all');
  const [paging, setPaging] = useState<Paging>({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const { data: count } = useUnreadQuery();
  const [readAll, { isLoading }] = useReadAllMessagesMutation();
  const choose = (next: Filter) => {
    setFilter(next);
    setPaging({ ...paging, pageIndex: 1 });
  };
  return (
    <Panel
      title={t('security.menu.messages')}
      level={1}
      actions={
        <Button disabled={isLoading || !count?.unread} onClick={() => void readAll()}>
          <MailOpen size={15} aria-hidden="true" />
          <span className={styles.buttonText}>{t('messages.read_all')}</span>
        </Button>
      }
    >
      <div className={styles.filters} role="group" aria-label={t('messages.filter')}>
        {FILTERS.map((name) => (
          <button key={name} type="button" aria-pressed={name === filter} onClick={() => choose(name)}>
            {t(`messages.${name}`)}
            {name === 'unread' && count !== undefined && count.unread > 0 && (
              <span className={styles.count}>{count.unread}</span>
            )}
          </button>
        ))}
      </div>
      <Messages filter={filter} paging={paging} onPage={setPaging} />
    </Panel>
  );
}

interface MessagesProps {
  filter: Filter;
  paging: Paging;
  onPage: (paging: Paging) => void;
}

function Messages({ filter, paging, onPage }: MessagesProps) {
  const { t } = useTexts();
  const query = useMessagesQuery({ onlyUnread: filter === 'unread', ...paging }, { refetchOnMountOrArgChange: true });
  const { data, error, refetch } = query;
  const isTurning = useLastPage(query, paging, onPage);
  if (error && (!data || isTurning)) return <Faulty error={error} onRetry={() => void refetch()} />;
  if (!data || isTurning) return <Note kind="loading" text={t('page.loading')} />;
  if (data.records.length === 0)
    return (
      <Note
        kind="empty"
        text={t(filter === 'all' ? 'messages.none' : 'messages.none_unread')}
        action={filter === 'all' && <EmptyStateLink to="/noticeList">{t('menu.notices')}</EmptyStateLink>}
      />
    );
  return (
    <>
      <ul className={styles.list}>
        {data.records.map((message) => (
          <Message key={message.message} message={message} />
        ))}
      </ul>
      {data.total > PAGE_SIZES[0] && <Pager {...paging} total={data.total} navigation={{ by: 'hand', onPage }} />}
    </>
  );
}

function Message({ message: { message, key, title, text, createdAt, readAt } }: { message: MessageRecord }) {
  const { t } = useTexts();
  const [read, { isLoading }] = useReadMessagesMutation();
  const isUnread = readAt === null;
  return (
    <li className={styles.message} data-unread={isUnread}>
      <header>
        <h2>
          {isUnread && <span className="spoken">{t('messages.unread')}: </span>}
          {title}
        </h2>
        <time dateTime={new Date(createdAt).toISOString()}>{dateAndTime(createdAt)}</time>
      </header>
      <p>{text}</p>
      <p className={styles.ways}>
        <Link to={placeOf(key)} onClick={() => isUnread && void read({ messages: [message] })}>
          {t('messages.open')}
        </Link>
        {isUnread && (
          <button
            type="button"
            disabled={isLoading}
            aria-label={`${t('messages.read')}: ${title}`}
            onClick={() => void read({ messages: [message] })}
          >
            {t('messages.read')}
          </button>
        )}
      </p>
    </li>
  );
}

/** Page that shows the subject of a message. */
export function placeOf(key: MessageKey): string {
  const [topic] = key.split('.');
  switch (topic) {
    case 'verification':
      return '/accountSet/realName';
    case 'recharge':
      return '/accountSet/rechargeRecords';
    case 'withdrawal':
      return '/accountSet/withdrawalRecords';
    case 'transfer':
      return '/accountSet/assetRecords';
    case 'order':
    case 'orders':
      // A triggered order may still be open; all others have ended.
      return `/accountSet/commin?active=${key === 'order.triggered' ? 1 : 2}`;
    case 'funds':
      return '/accountSet/myassets';
    case 'margin':
    case 'position':
    case 'stop':
    case 'contract':
      return '/contractTransaction';
    case 'liquidation':
      return '/liquidation';
    case 'option':
    case 'options':
      return `/accountSet/second?active=${key === 'option.started' ? 1 : 2}`;
    case 'financial':
    case 'earn':
      return '/financialRecords?active=2';
    case 'robot':
      return '/robot';
    case 'referral':
      return '/share';
    default:
      return '/accountSet/security';
  }
}
