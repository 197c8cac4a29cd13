import { useState } from 'react';
import type { LogInRecord } from '../../../../../../shared/products/identity/account';
import { useLogInsQuery } from '../../../../entities/security/security-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { column, timeColumn, type Column } from '../../../../shared/ui/data-table/columns';
import type { Paging } from '../../../../shared/ui/lists/pages';
import { DataTable } from '../../../../shared/ui/data-table/data-table';
import { Faulty } from '../../../../shared/ui/page/faulty';
import { Note } from '../../../../shared/ui/page/note';
import { Section } from './parts/panel';
import styles from './parts/security.module.css';

const PAGE_SIZE = 10;
const NOTHING = '–';

/** Log-ins and tries of the last 90 days. */
export function LogIns() {
  const { say } = useTexts();
  const [paging, setPaging] = useState<Paging>({ pageIndex: 1, pageSize: PAGE_SIZE });
  const { data, error, isFetching, refetch } = useLogInsQuery(paging);
  const isPlaced = data?.records.some(({ place }) => place !== null) ?? false;
  const columns: Column<LogInRecord>[] = [
    timeColumn('at', say('logins.time'), ({ at }) => at, { isFixed: true }),
    column('outcome', say('logins.outcome'), ({ outcome }) => <Outcome of={outcome} />),
    column('method', say('logins.method'), ({ method }) => say(`logins.method.${method}`)),
    column('device', say('logins.device'), ({ device }) => device),
    column('ip', say('logins.ip'), ({ ip }) => ip),
    ...(isPlaced ? [column('place', say('logins.place'), ({ place }: LogInRecord) => place ?? NOTHING)] : []),
  ];
  return (
    <Section title={say('logins.title')} lead={say('logins.lead')}>
      {error && !data ? (
        <Faulty fault={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable<LogInRecord>
          name="logins"
          label={say('logins.title')}
          columns={columns}
          rows={data?.records}
          keyOf={({ id }) => id}
          isFetching={isFetching}
          empty={<Note kind="empty" text={say('logins.none')} />}
          paging={paging}
          total={data?.total ?? 0}
          onPage={setPaging}
        />
      )}
    </Section>
  );
}

function Outcome({ of }: { of: LogInRecord['outcome'] }) {
  const { say } = useTexts();
  return (
    <span className={styles.state} data-kind={of === 'success' ? 'good' : 'bad'}>
      {say(`logins.outcome.${of}`)}
    </span>
  );
}
