import { useState } from 'react';
import { Link } from 'react-router';
import type { RecoveryRecord } from '../../../../../shared/products/identity/recovery';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useRecoveriesQuery } from '../../../entities/staff/recoveries-api';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { column, fixed, type Column } from '../../../shared/ui/data-table/columns';
import { PAGE_SIZE_DEFAULT } from '../../../shared/ui/lists/pages';
import { Panel } from '../../../shared/ui/page/panel';
import { DeskList } from '../parts/desk-list';
import { pathOf } from '../parts/sections';

/** Who asks to be let back into an account without password and factors, the newest first. */
export function RecoveriesPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const title = say('staff.section.recoveries');
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const asked = useRecoveriesQuery(paging, { refetchOnMountOrArgChange: true });
  return (
    <Panel title={title} level={1}>
      <DeskList<RecoveryRecord>
        name="recoveries"
        label={title}
        columns={columnsOf(say, own)}
        asked={asked}
        keyOf={({ recovery }) => recovery}
        empty={say('staff.recovery.none')}
        paging={paging}
        onPage={setPaging}
      />
    </Panel>
  );
}

function columnsOf(say: Texts['say'], own: OwnStaff): Column<RecoveryRecord>[] {
  return [
    fixed('submittedAt', say('staff.review.submitted'), ({ recovery, submittedAt }) => (
      <Link to={`${pathOf(own, 'recoveries')}/${recovery}`}>{dateAndTime(submittedAt)}</Link>
    )),
    fixed('userId', say('staff.user.id'), ({ userId }) => userId),
    column('email', say('staff.recovery.email'), ({ email }) => email),
    column('documentType', say('staff.review.document'), ({ documentType }) => say(`staff.document.${documentType}`)),
    column('state', say('staff.state'), ({ state }) => say(`staff.recovery.state.${state}`)),
  ];
}
