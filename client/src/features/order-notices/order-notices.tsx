import { Ban, CircleCheck, CirclePlus, History, Settings2, TriangleAlert, Zap, type LucideIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/numbers/format';
import { Count } from '../../shared/ui/controls/counted-link';
import { IconButton } from '../../shared/ui/controls/icon-button';
import { useDisclosure } from '../../shared/ui/dialogs/use-disclosure';
import { NoticeSwitches } from './notice-switches';
import styles from './order-notices.module.css';
import { useNoticeWords } from './use-notice-words';
import { useContractMessagesTold } from './use-contract-messages-told';
import { useNotices, type Told } from './use-notices';
import { useOrderNews } from './use-order-news';

const ICONS: Readonly<Record<Told['kind'], LucideIcon>> = {
  placed: CirclePlus,
  triggered: Zap,
  partly: CircleCheck,
  filled: CircleCheck,
  cancelled: Ban,
  ended: Ban,
  reached: Zap,
  closed: CircleCheck,
  message: TriangleAlert,
};

/** What has happened to the user's orders and contracts, on every screen: told as it happens, and kept in a list. */
export function OrderNotices({ className }: { className: string }) {
  const { say, sayCount } = useTexts();
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
      <Teller />
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
          {isChoosing ? <NoticeSwitches /> : <Notices notices={notices} />}
          <footer className={styles.all}>
            <Link to="/accountSet/commin?active=2">{say('menu.orders_history')}</Link>
            <Link to="/accountSet/contract?active=2">{say('menu.contract_orders')}</Link>
          </footer>
        </section>
      )}
    </div>
  );
}

/** Shows nothing: what it hears would render the list again before it is in there. */
function Teller() {
  useOrderNews();
  useContractMessagesTold();
  return null;
}

function Notices({ notices }: { notices: readonly Told[] }) {
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
            {notice.kind === 'message' ? (
              <p>
                <b>{notice.message.title}</b> {notice.message.text}
              </p>
            ) : (
              <p>{wordsOf(notice)}</p>
            )}
            <time dateTime={new Date(notice.at).toISOString()}>{dateAndTime(notice.at)}</time>
          </li>
        );
      })}
    </ol>
  );
}
