import { BadgeCheck, LockKeyhole, ShieldAlert } from 'lucide-react';
import { useSelector } from 'react-redux';
import { Link, Outlet, useLocation } from 'react-router';
import type { UserInfo } from '../../../../shared/products/identity/account';
import { selectIsLogin, selectUser } from '../../entities/session/session-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/numbers/format';
import { entryPath, logInPath, ownPath } from '../../shared/lib/own-path';
import marks from '../../shared/ui/figures/mark.module.css';
import { addressOf, isCurrent, type AccountMenuGroup } from '../../shared/ui/places';
import { SideMenu } from '../../shared/ui/page/side-menu';
import styles from './account-shell.module.css';

/** What the screens of the user centre stand in: who the user is, how they stand, and the way from screen to screen. */
export function AccountShell({ menu }: { menu: readonly AccountMenuGroup[] }) {
  const isLogin = useSelector(selectIsLogin);
  const user = useSelector(selectUser);
  if (!isLogin) return <Visitor />;
  return (
    <div className={styles.shell}>
      <Standing user={user} />
      <AccountMenu menu={menu} />
      <div className={styles.content}>
        {user && <Warnings user={user} />}
        <Outlet />
      </div>
    </div>
  );
}

function Visitor() {
  const { say } = useTexts();
  const here = useLocation();
  const from = ownPath(here.pathname + here.search);
  return (
    <section className={styles.visitor}>
      <LockKeyhole size={28} aria-hidden="true" />
      <h1>{say('account.visitor_title')}</h1>
      <p>{say('account.visitor_text')}</p>
      <p className={styles.ways}>
        <Link className={styles.login} to={logInPath(here)}>
          {say('menu.login')}
        </Link>
        <Link to={entryPath('/register', from)}>{say('menu.register')}</Link>
      </p>
    </section>
  );
}

function Standing({ user }: { user: UserInfo | null }) {
  const { say } = useTexts();
  if (!user) return <div className={styles.standing} aria-busy="true" />;
  const isCertified = user.verification === 'certified';
  return (
    <section className={styles.standing} aria-label={say('account.label')}>
      <span className={styles.initial} aria-hidden="true">
        {[...user.nickName][0]?.toUpperCase()}
      </span>
      <p className={styles.name}>
        <b>{user.nickName}</b>
        <span className={marks.mark} data-kind={isCertified ? 'good' : 'warning'}>
          {isCertified ? <BadgeCheck size={14} aria-hidden="true" /> : <ShieldAlert size={14} aria-hidden="true" />}
          {say(`account.verification.${user.verification}`)}
        </span>
        {user.frozen && (
          <span className={marks.mark} data-kind="bad">
            <LockKeyhole size={14} aria-hidden="true" />
            {say('account.frozen')}
          </span>
        )}
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>{say('account.id')}</dt>
          <dd>{user.userId}</dd>
        </div>
        <div>
          <dt>{say('account.registered')}</dt>
          <dd>{dateAndTime(user.registeredAt)}</dd>
        </div>
      </dl>
    </section>
  );
}

const VERIFICATION = '/accountSet/realName';

function Warnings({ user }: { user: UserInfo }) {
  const { say } = useTexts();
  const { pathname } = useLocation();
  return (
    <>
      {user.frozen && (
        <p className={styles.warning} data-kind="bad">
          {say('account.frozen_text')}
        </p>
      )}
      {user.verification === 'not_certified' && pathname !== VERIFICATION && (
        <p className={styles.warning}>
          {say('security.not_certified')} <Link to={VERIFICATION}>{say('security.verb.verify')}</Link>
        </p>
      )}
    </>
  );
}

function AccountMenu({ menu }: { menu: readonly AccountMenuGroup[] }) {
  const { say } = useTexts();
  const { pathname, search } = useLocation();
  const groups = menu.map(({ title, entries }) => ({
    title: say(title),
    entries: entries.map((entry) => ({
      to: addressOf(entry),
      text: say(entry.text),
      icon: entry.icon,
      isCurrent: isCurrent(entry, pathname, search),
    })),
  }));
  return <SideMenu label={say('account.menu')} groups={groups} />;
}
