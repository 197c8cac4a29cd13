import { ChevronDown, Download, Menu as MenuIcon, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useSelector } from 'react-redux';
import { Link, NavLink } from 'react-router';
import { selectIsLogin, selectSessionId } from '../../kit/entities/session/session-slice';
import { LanguageSelect } from '../language-select/language-select';
import { ThemeSwitch } from '../theme-switch/theme-switch';
import { CustomerService } from '../customer-service/customer-service';
import { MessageLink } from '../unread-messages/message-link';
import { NoticeBell } from '../../kit/unread-notices/notice-bell';
import type { TextKey } from '../../kit/i18n/i18n';
import { useTexts } from '../../kit/i18n/use-texts';
import { PRODUCT_NAME } from '../../kit/lib/product';
import { IconButton } from '../../kit/ui/controls/icon-button';
import type { MenuEntry } from '../../kit/ui/screen';
import { useDisclosure } from '../../kit/ui/dialogs/use-disclosure';
import styles from './header.module.css';
import { useSite } from '../site-context';
import { OrderNoticesPlace } from './order-notices';
import { Palette } from './palette';
import { UserPanel } from './user-panel';

/** Links that wider screens show as icons. */
const PHONE_MENU: readonly MenuEntry[] = [
  { path: '/noticeList', text: 'menu.notices' },
  { path: '/down', text: 'menu.download' },
];

/** Takes the path as a prop: `useLocation` would re-render the header at every change of market. */
export function Header({ pathname }: { pathname: string }) {
  const { t } = useTexts();
  const { menu } = useSite();
  const isLogin = useSelector(selectIsLogin);
  const session = useSelector(selectSessionId);
  const [isMenuOpen, setMenuOpen] = useMenu(pathname);
  return (
    <header className={styles.header} data-print="none">
      <Link className={styles.logo} to="/" aria-label={`${PRODUCT_NAME}, ${t('page.home')}`}>
        <img src="/icon.svg" alt="" width="28" height="28" />
        <span>{PRODUCT_NAME}</span>
      </Link>
      <nav id="menu" className={styles.menu} data-open={isMenuOpen} aria-label={t('menu.label')}>
        {groupsOf(menu).map(({ name, entries }) => (
          <Entries key={entries[0].path} {...{ name, entries }} />
        ))}
        {PHONE_MENU.map(({ path, text }) => (
          <NavLink key={path} className={styles.phone} to={path}>
            {t(text)}
          </NavLink>
        ))}
      </nav>
      <div className={styles.controls}>
        {isLogin ? <UserPanel /> : <Entrance />}
        {isLogin && <OrderNoticesPlace key={session} className={styles.icon} />}
        <span className={styles.extras}>
          {isLogin && <MessageLink className={styles.icon} />}
          <NoticeBell className={styles.icon} />
          <Link className={styles.icon} to="/down" aria-label={t('menu.download')} title={t('menu.download')}>
            <Download size={18} aria-hidden="true" />
          </Link>
        </span>
        <span className={styles.palette} data-visitor={!isLogin}>
          <Palette />
        </span>
        <CustomerService />
        <ThemeSwitch />
        <LanguageSelect />
        <span className={styles.toggle}>
          <IconButton
            label={t(isMenuOpen ? 'menu.close' : 'menu.open')}
            aria-expanded={isMenuOpen}
            aria-controls="menu"
            onClick={() => setMenuOpen(!isMenuOpen)}
          >
            {isMenuOpen ? <X size={20} aria-hidden="true" /> : <MenuIcon size={20} aria-hidden="true" />}
          </IconButton>
        </span>
      </div>
    </header>
  );
}

interface EntryGroup {
  name: TextKey | undefined;
  entries: readonly [MenuEntry, ...MenuEntry[]];
}

/** A group stands at the position of its first entry. */
function groupsOf(menu: readonly MenuEntry[]): EntryGroup[] {
  const groups: EntryGroup[] = [];
  for (const entry of menu) {
    const place = groups.findIndex(({ name }) => name !== undefined && name === entry.group);
    if (place < 0) groups.push({ name: entry.group, entries: [entry] });
    else groups[place] = { ...groups[place], entries: [...groups[place].entries, entry] };
  }
  return groups;
}

/** A single entry is a link. Of several the first is a link, and a button beside it opens the list. A phone's menu lists all of them. */
function Entries({ name, entries }: EntryGroup) {
  const { t } = useTexts();
  const list = useDisclosure();
  const id = useId();
  const [first, ...others] = entries;
  const link = <NavLink to={first.path}>{t(first.text)}</NavLink>;
  if (name === undefined || others.length === 0) return link;
  return (
    <div
      ref={list.root}
      className={styles.group}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && list.open()}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && list.close()}
    >
      {link}
      <button
        type="button"
        aria-label={t(name)}
        aria-expanded={list.isOpen}
        aria-controls={id}
        onClick={list.isOpen ? list.close : list.open}
      >
        <ChevronDown size={14} aria-hidden="true" />
      </button>
      <div id={id} className={styles.entries} data-open={list.isOpen}>
        <b>{t(name)}</b>
        {entries.map(({ path, text }) => (
          <NavLink key={path} to={path} data-first={path === first.path}>
            {t(text)}
          </NavLink>
        ))}
      </div>
    </div>
  );
}

function Entrance() {
  const { t } = useTexts();
  return (
    <>
      <Link className={styles.login} to="/login?statusType=0">
        {t('menu.login')}
      </Link>
      <Link className={styles.register} to="/register?statusType=1">
        {t('menu.register')}
      </Link>
    </>
  );
}

/** The phone menu closes on navigation and on Escape. */
function useMenu(pathname: string): [boolean, (isOpen: boolean) => void] {
  const [openAt, setOpenAt] = useState<string | null>(null);
  useEffect(() => {
    if (openAt === null) return;
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && setOpenAt(null);
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [openAt]);
  return [openAt === pathname, (isOpen) => setOpenAt(isOpen ? pathname : null)];
}
