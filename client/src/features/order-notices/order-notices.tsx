import { Ban, CircleCheck, CirclePlus, History, Settings2, Zap, type LucideIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { NewsKind } from '../../entities/order/order-news';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { Count } from '../../shared/ui/counted-link';
import { IconButton } from '../../shared/ui/icon-button';
import { useDisclosure } from '../../shared/ui/use-disclosure';
import type { Notice } from './notice';
import { NoticeSwitches } from './notice-switches';
import styles from './order-notices.module.css';
import { useNoticeWords } from './use-notice-words';
import { useNotices } from './use-notices';
import { useOrderNews } from './use-order-news';

const ICONS: Readonly<Record<NewsKind, LucideIcon>> = {
  placed: CirclePlus,
  triggered: Zap,
  partly: CircleCheck,
  filled: CircleCheck,
  cancelled: Ban,
  ended: Ban,
};

/** What has happened to the user's orders, on every screen: told as it happens, and kept in a list. */
export function OrderNotices({ className }: { className: string }) {
  const { say, sayCount } = useTexts();
  useOrderNews();
  const { notices, unread, markRead } = useNotices();
  const panel = useDisclosure();
  const [isChoosing, setChoosing] = useState(false);
  const id = useId();
  const label = unread === 0 ? say('own.notices.title') : sayCount('own.notices.unread', unread);
  const toggle = () => {
    if (panel.isOpen) return panel.close();
    setChoosing(false);
    panel.open();
  };
  return (
    <div ref={panel.root} className={styles.place}>
      <button
        type="button"
        className={`${className} ${styles.button}`}
        aria-label={label}
        title={label}
        aria-expanded={panel.isOpen}
        aria-controls={id}
        onClick={() => {
          toggle();
          markRead();
        }}
      >
        <History size={18} aria-hidden="true" />
        <Count of={unread} />
      </button>
      {panel.isOpen && (
        <section id={id} className={styles.panel} aria-label={say('own.notices.title')}>
          <header>
            <h2>{say('own.notices.title')}</h2>
            <IconButton
              label={say('own.notices.kinds')}
              aria-expanded={isChoosing}
              onClick={() => setChoosing(!isChoosing)}
            >
              <Settings2 size={16} aria-hidden="true" />
            </IconButton>
          </header>
          {isChoosing ? <NoticeSwitches /> : <Told notices={notices} />}
          <Link className={styles.all} to="/accountSet/commin?active=2">
            {say('menu.orders_history')}
          </Link>
        </section>
      )}
    </div>
  );
}

function Told({ notices }: { notices: readonly Notice[] }) {
  const { say } = useTexts();
  const wordsOf = useNoticeWords();
  if (notices.length === 0) return <p className={styles.none}>{say('own.notices.none')}</p>;
  return (
    <ol className={styles.list}>
      {notices.map((notice) => {
        const Icon = ICONS[notice.kind];
        return (
          <li key={notice.id} data-kind={notice.kind}>
            <Icon size={16} aria-hidden="true" />
            <p>{wordsOf(notice)}</p>
            <time dateTime={new Date(notice.at).toISOString()}>{dateAndTime(notice.at)}</time>
          </li>
        );
      })}
    </ol>
  );
}
