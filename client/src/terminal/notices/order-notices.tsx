import { Ban, CircleCheck, CirclePlus, History, Settings2, TriangleAlert, Zap, type LucideIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Count } from '../../kit/ui/controls/counted-link';
import { IconButton } from '../../kit/ui/controls/icon-button';
import { useDisclosure } from '../../kit/ui/dialogs/use-disclosure';
import { NoticeSwitches } from './notice-switches';
import styles from './order-notices.module.css';
import { useNoticeWords } from './use-notice-words';
import { useContractMessageNotices } from './use-contract-message-notices';
import { useNotices, type ShownNotice } from './use-notices';
import { useOrderNews } from './use-order-news';

const ICONS: Readonly<Record<ShownNotice['kind'], LucideIcon>> = {
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

/** Notices of the user's orders and contracts on every screen: toasts, and a stored list. */
export function OrderNotices({ className }: { className: string }) {
  const { t, tCount } = useTexts();
  const { notices, unread, markRead } = useNotices();
  const panel = useDisclosure();
  const [isChoosing, setChoosing] = useState(false);
  const id = useId();
  const label = unread === 0 ? t('own.notices.title') : tCount('own.notices.unread', unread);
  const toggle = () => {
    if (panel.isOpen) return panel.close();
    setChoosing(false);
    panel.open();
  };
  return (
    <div ref={panel.root} className={styles.place}>
      <Notifier />
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
        <Count count={unread} />
      </button>
      {panel.isOpen && (
        <section id={id} className={styles.panel} aria-label={t('own.notices.title')}>
          <header>
            <h2>{t('own.notices.title')}</h2>
            <IconButton
              label={t('own.notices.kinds')}
              aria-expanded={isChoosing}
              onClick={() => setChoosing(!isChoosing)}
            >
              <Settings2 size={16} aria-hidden="true" />
            </IconButton>
          </header>
          {isChoosing ? <NoticeSwitches /> : <Notices notices={notices} />}
          <footer className={styles.all}>
            <Link to="/accountSet/commin?active=2">{t('menu.orders_history')}</Link>
            <Link to="/accountSet/contract?active=2">{t('menu.contract_orders')}</Link>
          </footer>
        </section>
      )}
    </div>
  );
}

/** Separate component without output, so that its updates do not re-render the list. */
function Notifier() {
  useOrderNews();
  useContractMessageNotices();
  return null;
}

function Notices({ notices }: { notices: readonly ShownNotice[] }) {
  const { t } = useTexts();
  const wordsOf = useNoticeWords();
  if (notices.length === 0) return <p className={styles.none}>{t('own.notices.none')}</p>;
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
