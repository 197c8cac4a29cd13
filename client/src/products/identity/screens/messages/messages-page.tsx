import { MailOpen } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { MessageKey, MessageRecord } from '../../../../../../shared/wire/messages-center';
import {
  useMessagesQuery,
  useReadAllMessagesMutation,
  useReadMessagesMutation,
  useUnreadQuery,
} from '../../../../entities/message/message-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { PAGE_SIZES, PAGE_SIZE_DEFAULT, type Paging } from '../../../../shared/ui/lists/pages';
import { Button } from '../../../../shared/ui/controls/button';
import { Faulty } from '../../../../shared/ui/page/faulty';
import { Note } from '../../../../shared/ui/page/note';
import { Pager } from '../../../../shared/ui/lists/pager';
import { Panel } from '../../../../shared/ui/page/panel';
import { useLastPage } from '../../../../shared/ui/lists/use-last-page';
import { Way } from '../../../../shared/ui/page/way';
import styles from './messages-page.module.css';

const FILTERS = ['all', 'unread'] as const;
type Filter = (typeof FILTERS)[number];

/** What the exchange has told the user, newest first. New ones come by themselves. */
export function MessagesPage() {
  const { say } = useTexts();
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
      title={say('security.menu.messages')}
      level={1}
      actions={
        <Button disabled={isLoading || !count?.unread} onClick={() => void readAll()}>
          <MailOpen size={15} aria-hidden="true" />
          <span className={styles.buttonText}>{say('messages.read_all')}</span>
        </Button>
      }
    >
      <div className={styles.filters} role="group" aria-label={say('messages.filter')}>
        {FILTERS.map((name) => (
          <button key={name} type="button" aria-pressed={name === filter} onClick={() => choose(name)}>
            {say(`messages.${name}`)}
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
  const { say } = useTexts();
  const asked = useMessagesQuery({ onlyUnread: filter === 'unread', ...paging }, { refetchOnMountOrArgChange: true });
  const { data, error, refetch } = asked;
  const isTurning = useLastPage(asked, paging, onPage);
  if (error && (!data || isTurning)) return <Faulty fault={error} onRetry={() => void refetch()} />;
  if (!data || isTurning) return <Note kind="loading" text={say('page.loading')} />;
  if (data.records.length === 0)
    return (
      <Note
        kind="empty"
        text={say(filter === 'all' ? 'messages.none' : 'messages.none_unread')}
        action={filter === 'all' && <Way to="/noticeList">{say('menu.notices')}</Way>}
      />
    );
  return (
    <>
      <ul className={styles.list}>
        {data.records.map((message) => (
          <Message key={message.message} message={message} />
        ))}
      </ul>
      {data.total > PAGE_SIZES[0] && <Pager {...paging} total={data.total} turn={{ by: 'hand', onPage }} />}
    </>
  );
}

function Message({ message: { message, key, title, text, createdAt, readAt } }: { message: MessageRecord }) {
  const { say } = useTexts();
  const [read, { isLoading }] = useReadMessagesMutation();
  const isUnread = readAt === null;
  return (
    <li className={styles.message} data-unread={isUnread}>
      <header>
        <h2>
          {isUnread && <span className="spoken">{say('messages.unread')}: </span>}
          {title}
        </h2>
        <time dateTime={new Date(createdAt).toISOString()}>{dateAndTime(createdAt)}</time>
      </header>
      <p>{text}</p>
      <p className={styles.ways}>
        <Link to={placeOf(key)} onClick={() => isUnread && void read({ messages: [message] })}>
          {say('messages.open')}
        </Link>
        {isUnread && (
          <button
            type="button"
            disabled={isLoading}
            aria-label={`${say('messages.read')}: ${title}`}
            onClick={() => void read({ messages: [message] })}
          >
            {say('messages.read')}
          </button>
        )}
      </p>
    </li>
  );
}

/** Where what the message tells of is seen. */
export function placeOf(key: MessageKey): string {
  const [about] = key.split('.');
  switch (about) {
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
      // One that fired may still be open, all others are over.
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
