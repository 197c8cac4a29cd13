/** Until when an auditor is let in, and what they may see: in words, and as it is entered. */
import { AUDITED_ACCOUNTS, type AuditScope } from '../../../../../shared/rules/audit-scope';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { timeOf, timeText, TIME_LENGTH_MAX, type ActField } from '../../../features/staff-act/fields';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Mark } from '../../../shared/ui/figures/mark';
import styles from './desk.module.css';

type Say = Texts['say'];
type Bounded = Pick<OwnStaff, 'until' | 'scope'>;

const LIST_LENGTH_MAX = 1_500;
const HALF_YEAR_MS = 183 * 86_400_000;

/** A line for each thing that bounds it; one that says so where nothing does. */
export function scopeLines(say: Say, { users, accounts, assets, from, to, personal }: AuditScope): string[] {
  const lines = [
    users && `${say('staff.scope.users')}: ${users.map((user) => `#${user}`).join(', ')}`,
    accounts && `${say('staff.scope.accounts')}: ${accounts.map((kind) => accountText(say, kind)).join(', ')}`,
    assets && `${say('staff.scope.assets')}: ${assets.join(', ')}`,
    (from ?? to) !== undefined && `${say('staff.scope.time')}: ${timeWords(from)} – ${timeWords(to)}`,
  ].filter((line) => typeof line === 'string');
  const told = lines.length === 0 ? [say('staff.scope.all')] : lines;
  return [...told, say(personal === 1 ? 'staff.scope.personal' : 'staff.scope.masked')];
}

function timeWords(at: number | undefined): string {
  return at === undefined ? '…' : dateAndTime(at);
}

function accountText(say: Say, kind: (typeof AUDITED_ACCOUNTS)[number]): string {
  return kind === 'house' ? say('staff.scope.house') : say(`staff.account.${kind}`);
}

/** Told to an auditor of their own, and to admins of each. */
export function Bounds({ until, scope, now }: Bounded & { now: number }) {
  const { say } = useTexts();
  if (!scope) return null;
  return (
    <>
      {until === undefined ? (
        <Mark kind="warning" text={say('staff.scope.no_end')} />
      ) : until <= now ? (
        <Mark kind="bad" text={say('staff.scope.expired', { time: dateAndTime(until) })} />
      ) : (
        <span>{say('staff.scope.until', { time: dateAndTime(until) })}</span>
      )}
      {scopeLines(say, scope).map((line) => (
        <span key={line} className={styles.muted}>
          {line}
        </span>
      ))}
    </>
  );
}

/** To grant it, or to change what was granted. */
export function scopeFields(say: Say, { until, scope }: Bounded, now: number): ActField[] {
  const list = { kind: 'line', lengthMax: LIST_LENGTH_MAX, isOptional: true } as const;
  const time = { kind: 'time', lengthMax: TIME_LENGTH_MAX } as const;
  return [
    {
      ...{ name: 'until', label: say('staff.member.until'), hint: say('staff.member.until_hint'), ...time },
      initial: timeText(Math.max(until ?? 0, now + HALF_YEAR_MS)),
    },
    {
      ...{ name: 'users', label: say('staff.scope.users'), hint: say('staff.scope.users_hint'), ...list },
      initial: scope?.users?.join(', ') ?? '',
    },
    {
      ...{ name: 'accounts', label: say('staff.scope.accounts'), hint: say('staff.scope.none_is_all') },
      ...{ kind: 'marks', lengthMax: 100, isOptional: true, initial: scope?.accounts?.join(',') ?? '' },
      choices: AUDITED_ACCOUNTS.map((kind) => ({ value: kind, text: accountText(say, kind) })),
    },
    {
      ...{ name: 'assets', label: say('staff.scope.assets'), hint: say('staff.scope.assets_hint'), ...list },
      initial: scope?.assets?.join(', ') ?? '',
    },
    { name: 'from', label: say('staff.scope.from'), ...time, isOptional: true, initial: timeField(scope?.from) },
    { name: 'to', label: say('staff.scope.to'), ...time, isOptional: true, initial: timeField(scope?.to) },
    {
      ...{ name: 'personal', label: say('staff.scope.personal_data'), kind: 'line', lengthMax: 1 },
      choices: (['0', '1'] as const).map((value) => ({
        value,
        text: say(value === '1' ? 'staff.scope.personal' : 'staff.scope.masked'),
      })),
      initial: String(scope?.personal ?? 0),
    },
  ];
}

function timeField(at: number | undefined): string {
  return at === undefined ? '' : timeText(at);
}

type Entered = Readonly<Record<string, string>>;

/** What of it cannot be meant: by field, as a code of the catalogue's `field`. */
export function scopeFaults({ until = '', users = '', from = '', to = '' }: Entered, now: number): [string, string][] {
  const faults: [string, string][] = [];
  const end = timeOf(until);
  if (end !== null && end <= now) faults.push(['until', 'out.of.range']);
  if (wordsIn(users).some((word) => !/^#?[1-9]\d{0,9}$/.test(word))) faults.push(['users', 'format']);
  if (from !== '' && to !== '' && (timeOf(from) ?? 0) > (timeOf(to) ?? 0)) faults.push(['to', 'out.of.range']);
  return faults;
}

export function boundsEntered(entered: Entered): { until: number; scope: AuditScope } {
  const { until = '', users = '', accounts = '', assets = '', from = '', to = '', personal } = entered;
  const [numbers, names] = [wordsIn(users).map((word) => Number(word.replace('#', ''))), wordsIn(assets)];
  const kinds = AUDITED_ACCOUNTS.filter((kind) => accounts.split(',').includes(kind));
  const [begin, end] = [timeOf(from), timeOf(to)];
  return {
    until: timeOf(until) ?? 0,
    scope: {
      ...(numbers.length > 0 ? { users: numbers } : {}),
      ...(kinds.length > 0 ? { accounts: kinds } : {}),
      ...(names.length > 0 ? { assets: names.map((name) => name.toUpperCase()) } : {}),
      ...(begin === null ? {} : { from: begin }),
      ...(end === null ? {} : { to: end }),
      personal: personal === '1' ? 1 : 0,
    },
  };
}

function wordsIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((word) => word !== '');
}
