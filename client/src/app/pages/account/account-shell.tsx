import { BadgeCheck, LockKeyhole, ShieldAlert } from 'lucide-react';
import { useSelector } from 'react-redux';
import { Link, Outlet, useLocation } from 'react-router';
import type { UserInfo } from '../../../../../shared/products/identity/account';
import { selectIsLogin, selectUser } from '../../../kit/entities/session/session-slice';
import { useTexts } from '../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../kit/lib/numbers/format';
import { entryPath, logInPath, ownPath } from '../../../kit/lib/own-path';
import marks from '../../../kit/ui/figures/mark.module.css';
import { addressOf, isCurrent, type AccountMenuGroup } from '../../../kit/ui/places';
import { SideMenu } from '../../../kit/ui/page/side-menu';
import styles from './account-shell.module.css';

/** Frame of the user centre's screens: the user, the account's status and the menu. */
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
  const { t } = useTexts();
  const currentLocation = useLocation();
  const from = ownPath(currentLocation.pathname + currentLocation.search);
  return (
    <section className={styles.visitor}>
      <LockKeyhole size={28} aria-hidden="true" />
      <h1>{t('account.visitor_title')}</h1>
      <p>{t('account.visitor_text')}</p>
      <p className={styles.ways}>
        <Link className={styles.login} to={logInPath(currentLocation)}>
          {t('menu.login')}
        </Link>
        <Link to={entryPath('/register', from)}>{t('menu.register')}</Link>
      </p>
    </section>
  );
}

function Standing({ user }: { user: UserInfo | null }) {
  const { t } = useTexts();
  if (!user) return <div className={styles.standing} aria-busy="true" />;
  const isCertified = user.verification === 'certified';
  return (
    <section className={styles.standing} aria-label={t('account.label')}>
      <span className={styles.initial} aria-hidden="true">
        {[...user.nickName][0]?.toUpperCase()}
      </span>
      <p className={styles.name}>
        <b>{user.nickName}</b>
        <span className={marks.mark} data-kind={isCertified ? 'good' : 'warning'}>
          {isCertified ? <BadgeCheck size={14} aria-hidden="true" /> : <ShieldAlert size={14} aria-hidden="true" />}
          {t(`account.verification.${user.verification}`)}
        </span>
        {user.frozen && (
          <span className={marks.mark} data-kind="bad">
            <LockKeyhole size={14} aria-hidden="true" />
            {t('account.frozen')}
          </span>
        )}
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>{t('account.id')}</dt>
          <dd>{user.userId}</dd>
        </div>
        <div>
          <dt>{t('account.registered')}</dt>
          <dd>{dateAndTime(user.registeredAt)}</dd>
        </div>
      </dl>
    </section>
  );
}

const VERIFICATION = '/accountSet/realName';

function Warnings({ user }: { user: UserInfo }) {
  const { t } = useTexts();
  const { pathname } = useLocation();
  return (
    <>
      {user.frozen && (
        <p className={styles.warning} data-kind="bad">
          {t('account.frozen_text')}
        </p>
      )}
      {user.verification === 'not_certified' && pathname !== VERIFICATION && (
        <p className={styles.warning}>
          {t('security.not_certified')} <Link to={VERIFICATION}>{t('security.verb.verify')}</Link>
        </p>
      )}
    </>
  );
}

function AccountMenu({ menu }: { menu: readonly AccountMenuGroup[] }) {
  const { t } = useTexts();
  const { pathname, search } = useLocation();
  const groups = menu.map(({ title, entries }) => ({
    title: t(title),
    entries: entries.map((entry) => ({
      to: addressOf(entry),
      text: t(entry.text),
      icon: entry.icon,
      isCurrent: isCurrent(entry, pathname, search),
    })),
  }));
  return <SideMenu label={t('account.menu')} groups={groups} />;
}
