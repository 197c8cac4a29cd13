import { Link } from 'react-router';
import type { DemoUserRecord } from '../../../../../shared/wire/demo';
import { useDemoUsersQuery } from '../../../entities/demo/demo-api';
import { useDemoCodes, type DemoCode } from '../../../entities/demo/use-demo-code';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Said } from '../../../shared/ui/said';
import styles from './enter.module.css';

interface DemoUsersProps {
  isBusy: boolean;
  onChoose: (user: DemoUserRecord) => void;
}

/** Whom a visitor of the demo may be; nothing where there is no demo. */
export function DemoUsers({ isBusy, onChoose }: DemoUsersProps) {
  const { say } = useTexts();
  const { data: users = [] } = useDemoUsersQuery();
  const codes = useDemoCodes();
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
                {say('login.demo_fund_password')} <code translate="no">{user.fundPassword}</code>
              </p>
            )}
            <ShownCode shown={codes.get(user.email)} />
          </li>
        ))}
      </ul>
      <OutboxLink />
    </section>
  );
}

/** What the authenticator of a member of staff shows, and for how long. */
function ShownCode({ shown }: { shown: DemoCode | undefined }) {
  const { say } = useTexts();
  if (!shown) return null;
  const seconds = String(shown.secondsLeft);
  if (shown.code === null)
    return (
      <p className={styles.fund}>
        <Said text="demo_code.next" facts={{ seconds }} />
      </p>
    );
  return (
    <p className={styles.fund}>
      {say('proof.second_factor')} <code translate="no">{shown.code}</code>{' '}
      <Said text="demo_code.left" facts={{ seconds }} />
    </p>
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
