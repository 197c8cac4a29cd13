import { ChevronDown, CircleUserRound } from 'lucide-react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { UserInfo } from '../../../../shared/products/identity/account';
import { selectUser } from '../../kit/entities/session/session-slice';
import { useLogOut } from '../log-out/use-log-out';
import { useUnreadCount } from '../unread-messages/message-link';
import { useTexts } from '../../kit/i18n/use-texts';
import { useSite } from '../site-context';
import { addressOf, type AccountTab } from '../../kit/ui/places';
import type { MenuEntry } from '../../kit/ui/screen';
import { useDisclosure } from '../../kit/ui/dialogs/use-disclosure';
import styles from './user-panel.module.css';

/** Links by user type: 1 admin, 2 auditor, 3 ordinary user. */
const STAFF_LINKS: Readonly<Record<UserInfo['userType'], readonly MenuEntry[]>> = {
  1: [{ path: '/admin', text: 'menu.desk' }],
  2: [{ path: '/audit', text: 'menu.desk' }],
  3: [],
};

/** The user's name; hovering or clicking opens the account menu. */
export function UserPanel() {
  const { t } = useTexts();
  const user = useSelector(selectUser);
  const logOut = useLogOut();
  const panel = useDisclosure();
  const unread = useUnreadCount();
  const { accountMenu } = useSite();
  const name = user?.nickName ?? '…';
  return (
    <div
      ref={panel.root}
      className={styles.user}
      data-open={panel.isOpen}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && panel.open()}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && panel.close()}
    >
      <button
        type="button"
        className={styles.name}
        aria-expanded={panel.isOpen}
        aria-label={name}
        aria-controls="user-panel"
        onClick={panel.open}
      >
        <CircleUserRound size={18} aria-hidden="true" />
        {unread > 0 && <i className={styles.news} aria-hidden="true" />}
        <span>{name}</span>
        <ChevronDown size={14} aria-hidden="true" />
      </button>
      {panel.isOpen && (
        <div id="user-panel" className={styles.panel}>
          <Link className={styles.account} to="/accountSet">
            {name}
            {user && <small>{user.userName}</small>}
          </Link>
          {accountMenu.map(({ title, entries }) => (
            <Links key={title} title={t(title)} entries={entries} unread={unread} />
          ))}
          {user && <Links title={t('menu.group_staff')} entries={STAFF_LINKS[user.userType]} />}
          <button type="button" className={styles.leave} onClick={() => void logOut()}>
            {t('menu.logout')}
          </button>
        </div>
      )}
    </div>
  );
}

interface LinksProps {
  title: string;
  entries: readonly Pick<AccountTab, 'path' | 'active' | 'text'>[];
  /** Number of unread messages, shown beside the link. */
  unread?: number;
}

function Links({ title, entries, unread = 0 }: LinksProps) {
  const { t } = useTexts();
  if (entries.length === 0) return null;
  return (
    <nav className={styles.links} aria-label={title}>
      <p>{title}</p>
      {entries.map(({ path, active, text }) => (
        <Link key={text} to={addressOf({ path, active })}>
          {t(text)}
          {unread > 0 && path === '/accountSet/messages' && <span className={styles.count}>{unread}</span>}
        </Link>
      ))}
    </nav>
  );
}
