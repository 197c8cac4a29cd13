import { useState } from 'react';
import { Link } from 'react-router';
import type { RecoveryRecord } from '../../../../shared/products/identity/recovery';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { useRecoveriesQuery } from '../api/recoveries-api';
import { useTexts, type Texts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { column, fixed, type Column } from '../../kit/ui/data-table/columns';
import { PAGE_SIZE_DEFAULT } from '../../kit/ui/lists/pages';
import { Panel } from '../../kit/ui/page/panel';
import { AdminList } from '../parts/admin-list';
import { pathOf } from '../parts/sections';

/** Requests to recover an account without password and factors, newest first. */
export function RecoveriesPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const title = t('staff.section.recoveries');
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const query = useRecoveriesQuery(paging, { refetchOnMountOrArgChange: true });
  return (
    <Panel title={title} level={1}>
      <AdminList<RecoveryRecord>
        name="recoveries"
        label={title}
        columns={columnsOf(t, ownStaff)}
        query={query}
        keyOf={({ recovery }) => recovery}
        empty={t('staff.recovery.none')}
        paging={paging}
        onPage={setPaging}
      />
    </Panel>
  );
}

function columnsOf(t: Texts['t'], ownStaff: OwnStaff): Column<RecoveryRecord>[] {
  return [
    fixed('submittedAt', t('staff.review.submitted'), ({ recovery, submittedAt }) => (
      <Link to={`${pathOf(ownStaff, 'recoveries')}/${recovery}`}>{dateAndTime(submittedAt)}</Link>
    )),
    fixed('userId', t('staff.user.id'), ({ userId }) => userId),
    column('email', t('staff.recovery.email'), ({ email }) => email),
    column('documentType', t('staff.review.document'), ({ documentType }) => t(`staff.document.${documentType}`)),
    column('state', t('staff.state'), ({ state }) => t(`staff.recovery.state.${state}`)),
  ];
}
