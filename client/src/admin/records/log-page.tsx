import { useState } from 'react';
import type { StaffLogRecord, StaffLogRequest } from '../../../../shared/wire/staff';
import { useStaffLogQuery } from '../api/staff-api';
import { useReasonWords } from '../../kit/i18n/reason-words';
import { useServerWords } from '../../kit/i18n/server-words';
import { useTexts, type Texts } from '../../kit/i18n/use-texts';
import { column, figure, fixed, timeColumn, type Column } from '../../kit/ui/data-table/columns';
import { PAGE_SIZE_DEFAULT } from '../../kit/ui/lists/pages';
import { DayRange } from '../../kit/ui/lists/day-range';
import { AdminList } from '../parts/admin-list';
import styles from '../parts/admin.module.css';
import { Mark } from '../../kit/ui/figures/mark';
import { Panel } from '../../kit/ui/page/panel';
import { TextField } from '../../kit/ui/form/fields/text-field';

const SUCCESS = 'success';
const USER_ID = /^[1-9]\d{0,9}$/;
const ACTION = /^[A-Za-z/]{1,100}$/;

type Filters = Pick<Partial<StaffLogRequest>, 'staff' | 'userId' | 'action' | 'from' | 'to' | 'lookUps'>;

/** Requests of staff, newest first. */
export function LogPage() {
  const { t } = useTexts();
  const serverText = useServerWords();
  const reasonWords = useReasonWords();
  const [filters, setFilters] = useState<Filters>({});
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const query = useStaffLogQuery({ ...filters, ...paging }, { refetchOnMountOrArgChange: true });
  const title = t('staff.section.log');
  return (
    <Panel title={title} level={1}>
      <FilterRow
        filters={filters}
        onChange={(next) => {
          setFilters(next);
          setPaging({ ...paging, pageIndex: 1 });
        }}
      />
      <AdminList<StaffLogRecord>
        name="log"
        label={title}
        columns={columnsOf(t, (code) => serverText('code', code), reasonWords)}
        query={query}
        keyOf={({ id }) => id}
        empty={t('staff.log.none')}
        paging={paging}
        onPage={setPaging}
      />
    </Panel>
  );
}

function FilterRow({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { t } = useTexts();
  const { from: _from, to: _to, ...others } = filters;
  return (
    <div className={styles.filters}>
      <TextFilter
        label={t('staff.log.staff')}
        pattern={USER_ID}
        onChange={({ staff: _, ...rest }, text) => onChange(text === '' ? rest : { ...rest, staff: Number(text) })}
        filters={filters}
      />
      <TextFilter
        label={t('staff.log.user')}
        pattern={USER_ID}
        onChange={({ userId: _, ...rest }, text) => onChange(text === '' ? rest : { ...rest, userId: Number(text) })}
        filters={filters}
      />
      <TextFilter
        label={t('staff.log.action_begins')}
        pattern={ACTION}
        onChange={({ action: _, ...rest }, text) => onChange(text === '' ? rest : { ...rest, action: text })}
        filters={filters}
      />
      <DayRange label={t('staff.time')} onChange={(range) => onChange({ ...others, ...range })} />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={filters.lookUps ?? false}
          onChange={({ target }) => onChange({ ...filters, lookUps: target.checked })}
        />
        {t('staff.log.look_ups')}
      </label>
    </div>
  );
}

interface TextFilterProps {
  label: string;
  pattern: RegExp;
  filters: Filters;
  onChange: (filters: Filters, text: string) => void;
}

/** Applies on blur or Enter, if the value is valid. */
function TextFilter({ label, pattern, filters, onChange }: TextFilterProps) {
  const [text, setText] = useState('');
  const isWrong = text.trim() !== '' && !pattern.test(text.trim());
  const [applied, setApplied] = useState('');
  const apply = () => {
    if (isWrong || text.trim() === applied) return;
    setApplied(text.trim());
    onChange(filters, text.trim());
  };
  return (
    <label>
      {label}
      <TextField
        value={text}
        aria-invalid={isWrong}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
        onBlur={apply}
        onKeyDown={({ key }) => key === 'Enter' && apply()}
      />
    </label>
  );
}

function columnsOf(
  t: Texts['t'],
  wordsOfCode: (code: string) => string,
  reasonWords: (reason: string) => string,
): Column<StaffLogRecord>[] {
  return [
    timeColumn('at', t('staff.time'), ({ at }) => at, { isFixed: true }),
    fixed('staff', t('staff.log.staff'), ({ staff, role }) => `#${staff} · ${t(`staff.role.${role}`)}`),
    fixed('action', t('staff.log.action'), ({ action }) => (
      <code translate="no" className={`${styles.long} ${styles.code}`}>
        {action}
      </code>
    )),
    column('target', t('staff.log.target'), ({ target }) => target ?? '—'),
    column('userId', t('staff.log.user'), ({ userId }) => (userId === null ? '—' : `#${userId}`)),
    column('reason', t('staff.reason'), ({ reason }) => (
      <span className={styles.long}>{reason === null ? '—' : reasonWords(reason)}</span>
    )),
    column('facts', t('staff.log.facts'), ({ facts }) => (
      <span className={`${styles.long} ${styles.code}`}>
        {Object.entries(facts)
          .map(([name, value]) => `${name}: ${String(value)}`)
          .join(', ') || '—'}
      </span>
    )),
    column('outcome', t('staff.outcome'), ({ outcome, proposal }) =>
      proposal !== undefined ? (
        <Mark kind="warning" text={t('staff.log.proposed', { numbers: `#${proposal.replaceAll(' ', ', #')}` })} />
      ) : outcome === null ? (
        <Mark kind="warning" text={t('staff.log.unknown')} />
      ) : outcome === SUCCESS ? (
        <Mark kind="good" text={t('staff.log.success')} />
      ) : (
        <span className={styles.long}>{wordsOfCode(outcome)}</span>
      ),
    ),
    column('ip', t('staff.ip'), ({ ip }) => ip),
    figure('position', t('staff.log.position'), ({ position }) => position ?? '—'),
  ];
}
