import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useAuditedUserQuery } from '../../../entities/staff/users-api';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Button } from '../../../shared/ui/controls/button';
import { BalancesTable } from './balances-table';
import styles from '../parts/desk.module.css';
import { Facts } from '../../../shared/ui/figures/facts';
import { FrozenFundsPanel } from './frozen-funds';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';
import { StandingMark, VerificationMark } from '../parts/standing';
import { UserPositions } from './user-positions';

const USER_ID = /^[1-9]\d{0,9}$/;

/** A user by number, as auditors see them: standing and balances, nothing that says who it is. */
export function AuditedUserPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const [query, setQuery] = useSearchParams();
  const id = query.get('user') ?? '';
  const [text, setText] = useState(id);
  return (
    <>
      <Panel title={say('staff.section.users')} level={1}>
        <p className={styles.lead}>{say('staff.audited_user.lead')}</p>
        <form
          role="search"
          className={styles.filters}
          onSubmit={(event) => {
            event.preventDefault();
            setQuery({ user: text.trim() }, { replace: true });
          }}
        >
          <label className={styles.search}>
            {say('staff.user.id')}
            <input
              className={styles.input}
              inputMode="numeric"
              autoComplete="off"
              value={text}
              maxLength={10}
              onChange={({ target }) => setText(target.value)}
            />
          </label>
          <Button type="submit" disabled={!USER_ID.test(text.trim())}>
            {say('staff.search')}
          </Button>
        </form>
      </Panel>
      {USER_ID.test(id) && <Audited key={id} userId={Number(id)} own={own} />}
    </>
  );
}

function Audited({ userId, own }: { userId: number; own: OwnStaff }) {
  const { say } = useTexts();
  const { data, error, refetch } = useAuditedUserQuery({ userId }, { refetchOnMountOrArgChange: true });
  return (
    <>
      <Panel title={say('staff.user.title', { id: String(userId) })} level={2}>
        {error || !data ? (
          <Waiting error={error} onRetry={refetch} />
        ) : (
          <>
            <Facts
              facts={[
                [say('staff.user.type'), say(`staff.user_type.${data.userType}`)],
                [say('staff.user.verification'), <VerificationMark key="state" state={data.verification} />],
                [say('staff.user.standing'), <StandingMark key="standing" isFrozen={data.frozen} />],
                [say('staff.user.registered'), dateAndTime(data.registeredAt)],
              ]}
            />
            <BalancesTable label={say('staff.balances')} balances={data.balances} />
          </>
        )}
      </Panel>
      {data && <FrozenFundsPanel userId={userId} />}
      {data && <UserPositions userId={userId} own={own} />}
    </>
  );
}
