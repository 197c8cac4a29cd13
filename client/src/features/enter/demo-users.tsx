import { Link } from 'react-router';
import type { DemoUserRecord } from '../../../../shared/wire/demo';
import { useDemoUsersQuery } from '../../entities/demo/demo-api';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './enter.module.css';

interface DemoUsersProps {
  isBusy: boolean;
  onChoose: (user: DemoUserRecord) => void;
}

/** Whom a visitor of the demo may be; nothing where there is no demo. */
export function DemoUsers({ isBusy, onChoose }: DemoUsersProps) {
  const { say } = useTexts();
  const { data: users = [] } = useDemoUsersQuery();
  if (users.length === 0) return null;
  return (
    <section className={styles.demo} aria-labelledby="demo-users">
      <h2 id="demo-users">{say('login.demo_title')}</h2>
      <p>{say('login.demo_text')}</p>
      <ul>
        {users.map((user) => (
          <li key={user.email}>
            <button type="button" disabled={isBusy} onClick={() => onChoose(user)}>
              <span>{user.email}</span>
              <small>{say(`login.role.${user.role}`)}</small>
            </button>
            {user.fundPassword !== undefined && (
              <p className={styles.fund}>
                {say('login.demo_fund_password')} <code>{user.fundPassword}</code>
              </p>
            )}
          </li>
        ))}
      </ul>
      <OutboxLink />
    </section>
  );
}

/** In the demo codes go nowhere but there. */
export function OutboxLink() {
  const { say } = useTexts();
  const { data: users = [] } = useDemoUsersQuery();
  if (users.length === 0) return null;
  return (
    <p className={styles.outbox}>
      {say('login.outbox_text')}{' '}
      <Link to="/outbox" target="_blank">
        {say('login.outbox_link')}
      </Link>
    </p>
  );
}
