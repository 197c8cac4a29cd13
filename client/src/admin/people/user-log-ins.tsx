import { useState } from 'react';
import type { LogInRecord } from '../../../../shared/products/identity/account';
import { LOG_INS_SHOWN_MAX, SHOWN_SECONDS, type ShownUser } from '../../../../shared/wire/shown-data';
import { useShowUserMutation } from '../api/shown-api';
import { useUserLogInsQuery } from '../api/users-api';
import { useTexts, type Texts } from '../../kit/i18n/use-texts';
import { column, fixed, timeColumn, type Column } from '../../kit/ui/data-table/columns';
import { AdminList } from '../parts/admin-list';
import { ShowButton } from '../parts/show-button';
import { useTemporarilyShown } from '../parts/use-temporarily-shown';
import { Mark } from '../../kit/ui/figures/mark';
import { Panel } from '../../kit/ui/page/panel';

const PAGE_SIZE = 10;
const LOG_INS = 'log-ins';

/** Log-ins and failed attempts of a user. */
export function UserLogIns({ userId }: { userId: number }) {
  const { t } = useTexts();
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE });
  const query = useUserLogInsQuery({ userId, ...paging }, { refetchOnMountOrArgChange: true });
  const revealedLogIns = useTemporarilyShown<ShownUser>(SHOWN_SECONDS);
  const revealMutation = useShowUserMutation();
  const clear = revealedLogIns.dataOf(LOG_INS)?.logIns ?? [];
  return (
    <Panel
      title={t('staff.log_ins')}
      level={2}
      {...(clear.length === LOG_INS_SHOWN_MAX
        ? { lead: t('staff.log_ins.shown_newest', { count: String(LOG_INS_SHOWN_MAX) }) }
        : {})}
      actions={
        <ShowButton
          record={LOG_INS}
          name={t('staff.log_ins')}
          revealed={revealedLogIns}
          seconds={SHOWN_SECONDS}
          revealMutation={revealMutation}
          request={{ userId, fields: ['logIns'] }}
        />
      }
    >
      <AdminList<LogInRecord>
        name="log-ins"
        label={t('staff.log_ins')}
        columns={columnsOf(t, (record) => ({ ...record, ...clear.find(({ id }) => id === record.id) }))}
        query={query}
        keyOf={({ id }) => id}
        empty={t('staff.log_ins.none')}
        paging={paging}
        onPage={setPaging}
      />
    </Panel>
  );
}

/** `clear` replaces masked values of a log-in with shown ones. */
function columnsOf(t: Texts['t'], clear: (record: LogInRecord) => LogInRecord): Column<LogInRecord>[] {
  return [
    timeColumn('at', t('staff.time'), ({ at }) => at, { isFixed: true }),
    fixed('outcome', t('staff.outcome'), ({ outcome }) => (
      <Mark kind={outcome === 'success' ? 'good' : 'bad'} text={t(`staff.log_in.${outcome}`)} />
    )),
    column('method', t('staff.log_in.method'), ({ method }) => t(`staff.log_in_by.${method}`)),
    column('ip', t('staff.ip'), (record) => clear(record).ip),
    column('place', t('staff.place'), (record) => clear(record).place ?? '—'),
    column('device', t('staff.device'), (record) => <span title={clear(record).userAgent}>{record.device}</span>),
  ];
}
