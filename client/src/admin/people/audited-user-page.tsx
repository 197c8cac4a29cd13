import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { useAuditedUserQuery } from '../api/users-api';
import { useTexts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Button } from '../../kit/ui/controls/button';
import { BalancesTable } from './balances-table';
import styles from '../parts/admin.module.css';
import { Facts } from '../../kit/ui/figures/facts';
import { FrozenFundsPanel } from './frozen-funds';
import { Panel } from '../../kit/ui/page/panel';
import { Waiting } from '../../kit/ui/page/waiting';
import { StandingMark, VerificationMark } from './standing';
import { UserPositions } from './user-positions';

const USER_ID = /^[1-9]\d{0,9}$/;

/** A user by id for auditors: status and balances without identifying data. */
export function AuditedUserPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const [query, setQuery] = useSearchParams();
  const id = query.get('user') ?? '';
  const [text, setText] = useState(id);
  return (
    <>
      <Panel title={t('staff.section.users')} level={1}>
        <p className={styles.lead}>{t('staff.audited_user.lead')}</p>
        <form
          role="search"
          className={styles.filters}
          onSubmit={(event) => {
            event.preventDefault();
            setQuery({ user: text.trim() }, { replace: true });
          }}
        >
          <label className={styles.search}>
            {t('staff.user.id')}
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
            {t('staff.search')}
          </Button>
        </form>
      </Panel>
      {USER_ID.test(id) && <Audited key={id} userId={Number(id)} ownStaff={ownStaff} />}
    </>
  );
}

function Audited({ userId, ownStaff }: { userId: number; ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const { data, error, refetch } = useAuditedUserQuery({ userId }, { refetchOnMountOrArgChange: true });
  return (
    <>
      <Panel title={t('staff.user.title', { id: String(userId) })} level={2}>
        {error || !data ? (
          <Waiting error={error} onRetry={refetch} />
        ) : (
          <>
            <Facts
              details={[
                [t('staff.user.type'), t(`staff.user_type.${data.userType}`)],
                [t('staff.user.verification'), <VerificationMark key="state" state={data.verification} />],
                [t('staff.user.standing'), <StandingMark key="standing" isFrozen={data.frozen} />],
                [t('staff.user.registered'), dateAndTime(data.registeredAt)],
              ]}
            />
            <BalancesTable label={t('staff.balances')} balances={data.balances} />
          </>
        )}
      </Panel>
      {data && <FrozenFundsPanel userId={userId} />}
      {data && <UserPositions userId={userId} ownStaff={ownStaff} />}
    </>
  );
}
