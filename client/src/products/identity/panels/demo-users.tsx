import { Link } from 'react-router';
import type { DemoUserRecord } from '../../../../../shared/wire/demo';
import { useDemoUsersQuery } from '../../../kit/entities/demo/demo-api';
import { useDemoCodes, type DemoCode } from '../../../kit/entities/demo/use-demo-code';
import { useTexts } from '../../../kit/i18n/use-texts';
import { TextWithFact } from '../../../kit/ui/text-with-fact';
import styles from './enter.module.css';

interface DemoUsersProps {
  isBusy: boolean;
  onChoose: (user: DemoUserRecord) => void;
}

/** Accounts a visitor of the demo can log in to. Renders nothing outside a demo. */
export function DemoUsers({ isBusy, onChoose }: DemoUsersProps) {
  const { t } = useTexts();
  const { data: users = [] } = useDemoUsersQuery();
  const codes = useDemoCodes();
  if (users.length === 0) return null;
  return (
    <section className={styles.demo} aria-labelledby="demo-users">
      <h2 id="demo-users">{t('login.demo_title')}</h2>
      <p>{t('login.demo_text')}</p>
      <ul>
        {users.map((user) => (
          <li key={user.email}>
            <button type="button" disabled={isBusy} onClick={() => onChoose(user)}>
              <span>{user.email}</span>
              <small>{t(`login.role.${user.role}`)}</small>
            </button>
            {user.fundPassword !== undefined && (
              <p className={styles.fund}>
                {t('login.demo_fund_password')} <code translate="no">{user.fundPassword}</code>
              </p>
            )}
            <ShownCode demoCode={codes.get(user.email)} />
          </li>
        ))}
      </ul>
      <OutboxLink />
    </section>
  );
}

/** Current authenticator code of a demo account and its remaining validity. */
function ShownCode({ demoCode }: { demoCode: DemoCode | undefined }) {
  const { t } = useTexts();
  if (!demoCode) return null;
  const seconds = String(demoCode.secondsLeft);
  if (demoCode.code === null)
    return (
      <p className={styles.fund}>
        <TextWithFact text="demo_code.next" params={{ seconds }} />
      </p>
    );
  return (
    <p className={styles.fund}>
      {t('proof.second_factor')} <code translate="no">{demoCode.code}</code>{' '}
      <TextWithFact text="demo_code.left" params={{ seconds }} />
    </p>
  );
}

/** In the demo, codes are only shown in the outbox. */
export function OutboxLink() {
  const { t } = useTexts();
  const { data: users = [] } = useDemoUsersQuery();
  if (users.length === 0) return null;
  return (
    <p className={styles.outbox}>
      {t('login.outbox_text')}{' '}
      <Link to="/outbox" target="_blank">
        {t('login.outbox_link')}
      </Link>
    </p>
  );
}
