import { ChevronDown, CircleUserRound } from 'lucide-react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { UserInfo } from '../../../../shared/products/identity/account';
import { selectUser } from '../../entities/session/session-slice';
import { useLogOut } from '../../features/log-out/use-log-out';
import { useUnreadCount } from '../../features/unread-messages/message-link';
import { useTexts } from '../../shared/i18n/use-texts';
import { useSite } from '../site-context';
import { addressOf, type AccountTab } from '../../shared/ui/places';
import type { MenuEntry } from '../../shared/ui/screen';
import { useDisclosure } from '../../shared/ui/dialogs/use-disclosure';
import styles from './user-panel.module.css';

/** By the type of the user: an admin, an auditor, everybody else. */
const STAFF_LINKS: Readonly<Record<UserInfo['userType'], readonly MenuEntry[]>> = {
  1: [{ path: '/admin', text: 'menu.desk' }],
  2: [{ path: '/audit', text: 'menu.desk' }],
  3: [],
};

/** The user's name; hovering or a click opens what belongs to them. */
export function UserPanel() {
  const { say } = useTexts();
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
            <Links key={title} title={say(title)} entries={entries} unread={unread} />
          ))}
          {user && <Links title={say('menu.group_staff')} entries={STAFF_LINKS[user.userType]} />}
          <button type="button" className={styles.leave} onClick={() => void logOut()}>
            {say('menu.logout')}
          </button>
        </div>
      )}
    </div>
  );
}

interface LinksProps {
  title: string;
  entries: readonly Pick<AccountTab, 'path' | 'active' | 'text'>[];
  /** Messages, beside the link to them. */
  unread?: number;
}

function Links({ title, entries, unread = 0 }: LinksProps) {
  const { say } = useTexts();
  if (entries.length === 0) return null;
  return (
    <nav className={styles.links} aria-label={title}>
      <p>{title}</p>
      {entries.map(({ path, active, text }) => (
        <Link key={text} to={addressOf({ path, active })}>
          {say(text)}
          {unread > 0 && path === '/accountSet/messages' && <span className={styles.count}>{unread}</span>}
        </Link>
      ))}
    </nav>
  );
}
