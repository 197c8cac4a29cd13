import { useState } from 'react';
import type { LogInRecord } from '../../../../../../shared/products/identity/account';
import { useLogInsQuery } from '../../../../kit/entities/security/security-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { column, timeColumn, type Column } from '../../../../kit/ui/data-table/columns';
import type { Paging } from '../../../../kit/ui/lists/pages';
import { DataTable } from '../../../../kit/ui/data-table/data-table';
import { Faulty } from '../../../../kit/ui/page/faulty';
import { Note } from '../../../../kit/ui/page/note';
import { Section } from './parts/panel';
import styles from './parts/security.module.css';

const PAGE_SIZE = 10;
const NOTHING = '–';

/** Log-ins and failed attempts of the last 90 days. */
export function LogIns() {
  const { t } = useTexts();
  const [paging, setPaging] = useState<Paging>({ pageIndex: 1, pageSize: PAGE_SIZE });
  const { data, error, isFetching, refetch } = useLogInsQuery(paging);
  const isPlaced = data?.records.some(({ place }) => place !== null) ?? false;
  const columns: Column<LogInRecord>[] = [
    timeColumn('at', t('logins.time'), ({ at }) => at, { isFixed: true }),
    column('outcome', t('logins.outcome'), ({ outcome }) => <Outcome outcome={outcome} />),
    column('method', t('logins.method'), ({ method }) => t(`logins.method.${method}`)),
    column('device', t('logins.device'), ({ device }) => device),
    column('ip', t('logins.ip'), ({ ip }) => ip),
    ...(isPlaced ? [column('place', t('logins.place'), ({ place }: LogInRecord) => place ?? NOTHING)] : []),
  ];
  return (
    <Section title={t('logins.title')} lead={t('logins.lead')}>
      {error && !data ? (
        <Faulty error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable<LogInRecord>
          name="logins"
          label={t('logins.title')}
          columns={columns}
          rows={data?.records}
          keyOf={({ id }) => id}
          isFetching={isFetching}
          empty={<Note kind="empty" text={t('logins.none')} />}
          paging={paging}
          total={data?.total ?? 0}
          onPage={setPaging}
        />
      )}
    </Section>
  );
}

function Outcome({ outcome }: { outcome: LogInRecord['outcome'] }) {
  const { t } = useTexts();
  return (
    <span className={styles.state} data-kind={outcome === 'success' ? 'good' : 'bad'}>
      {t(`logins.outcome.${outcome}`)}
    </span>
  );
}
