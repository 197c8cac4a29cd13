import { useState } from 'react';
import type { StaffLogRecord, StaffLogRequest } from '../../../../../shared/wire/staff';
import { useStaffLogQuery } from '../../../entities/staff/staff-api';
import { useReasonWords } from '../../../shared/i18n/reason-words';
import { useServerWords } from '../../../shared/i18n/server-words';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { column, figure, fixed, timeColumn, type Column } from '../../../shared/ui/data-table/columns';
import { PAGE_SIZE_DEFAULT } from '../../../shared/ui/lists/pages';
import { DayRange } from '../../../shared/ui/lists/day-range';
import { DeskList } from '../parts/desk-list';
import styles from '../parts/desk.module.css';
import { Mark } from '../../../shared/ui/figures/mark';
import { Panel } from '../../../shared/ui/page/panel';
import { TextField } from '../../../shared/ui/form/fields/text-field';

const SUCCESS = 'success';
const USER_ID = /^[1-9]\d{0,9}$/;
const ACTION = /^[A-Za-z/]{1,100}$/;

type Filters = Pick<Partial<StaffLogRequest>, 'staff' | 'userId' | 'action' | 'from' | 'to' | 'lookUps'>;

/** What staff did, newest first. */
export function LogPage() {
  const { say } = useTexts();
  const words = useServerWords();
  const reasonWords = useReasonWords();
  const [filters, setFilters] = useState<Filters>({});
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const asked = useStaffLogQuery({ ...filters, ...paging }, { refetchOnMountOrArgChange: true });
  const title = say('staff.section.log');
  return (
    <Panel title={title} level={1}>
      <FilterRow
        filters={filters}
        onChange={(next) => {
          setFilters(next);
          setPaging({ ...paging, pageIndex: 1 });
        }}
      />
      <DeskList<StaffLogRecord>
        name="log"
        label={title}
        columns={columnsOf(say, (code) => words('code', code), reasonWords)}
        asked={asked}
        keyOf={({ id }) => id}
        empty={say('staff.log.none')}
        paging={paging}
        onPage={setPaging}
      />
    </Panel>
  );
}

function FilterRow({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { say } = useTexts();
  const { from: _from, to: _to, ...others } = filters;
  return (
    <div className={styles.filters}>
      <TextFilter
        label={say('staff.log.staff')}
        pattern={USER_ID}
        onChange={({ staff: _, ...rest }, text) => onChange(text === '' ? rest : { ...rest, staff: Number(text) })}
        filters={filters}
      />
      <TextFilter
        label={say('staff.log.user')}
        pattern={USER_ID}
        onChange={({ userId: _, ...rest }, text) => onChange(text === '' ? rest : { ...rest, userId: Number(text) })}
        filters={filters}
      />
      <TextFilter
        label={say('staff.log.action_begins')}
        pattern={ACTION}
        onChange={({ action: _, ...rest }, text) => onChange(text === '' ? rest : { ...rest, action: text })}
        filters={filters}
      />
      <DayRange label={say('staff.time')} onChange={(range) => onChange({ ...others, ...range })} />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={filters.lookUps ?? false}
          onChange={({ target }) => onChange({ ...filters, lookUps: target.checked })}
        />
        {say('staff.log.look_ups')}
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

/** Takes effect when it is left or Enter is pressed, and only as far as it can be asked for. */
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
  say: Texts['say'],
  wordsOfCode: (code: string) => string,
  reasonWords: (reason: string) => string,
): Column<StaffLogRecord>[] {
  return [
    timeColumn('at', say('staff.time'), ({ at }) => at, { isFixed: true }),
    fixed('staff', say('staff.log.staff'), ({ staff, role }) => `#${staff} · ${say(`staff.role.${role}`)}`),
    fixed('action', say('staff.log.action'), ({ action }) => (
      <code translate="no" className={`${styles.long} ${styles.code}`}>
        {action}
      </code>
    )),
    column('target', say('staff.log.target'), ({ target }) => target ?? '—'),
    column('userId', say('staff.log.user'), ({ userId }) => (userId === null ? '—' : `#${userId}`)),
    column('reason', say('staff.reason'), ({ reason }) => (
      <span className={styles.long}>{reason === null ? '—' : reasonWords(reason)}</span>
    )),
    column('facts', say('staff.log.facts'), ({ facts }) => (
      <span className={`${styles.long} ${styles.code}`}>
        {Object.entries(facts)
          .map(([name, fact]) => `${name}: ${String(fact)}`)
          .join(', ') || '—'}
      </span>
    )),
    column('outcome', say('staff.outcome'), ({ outcome, proposal }) =>
      proposal !== undefined ? (
        <Mark kind="warning" text={say('staff.log.proposed', { numbers: `#${proposal.replaceAll(' ', ', #')}` })} />
      ) : outcome === null ? (
        <Mark kind="warning" text={say('staff.log.unknown')} />
      ) : outcome === SUCCESS ? (
        <Mark kind="good" text={say('staff.log.success')} />
      ) : (
        <span className={styles.long}>{wordsOfCode(outcome)}</span>
      ),
    ),
    column('ip', say('staff.ip'), ({ ip }) => ip),
    figure('position', say('staff.log.position'), ({ position }) => position ?? '—'),
  ];
}
