/** Expiry and scope of an auditor's access: as text, and as input fields. */
import { AUDITED_ACCOUNTS, type AuditScope } from '../../../../shared/rules/audit-scope';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { timeOf, timeText, TIME_LENGTH_MAX, type ActField } from '../act/fields';
import { useTexts, type Texts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Mark } from '../../kit/ui/figures/mark';
import styles from './admin.module.css';

type Translate = Texts['t'];
type Bounded = Pick<OwnStaff, 'until' | 'scope'>;

const LIST_LENGTH_MAX = 1_500;
const HALF_YEAR_MS = 183 * 86_400_000;

/** One line per restriction, or one line that says there are none. */
export function scopeLines(t: Translate, { users, accounts, assets, from, to, personal }: AuditScope): string[] {
  const lines = [
    users && `${t('staff.scope.users')}: ${users.map((user) => `#${user}`).join(', ')}`,
    accounts && `${t('staff.scope.accounts')}: ${accounts.map((kind) => accountText(t, kind)).join(', ')}`,
    assets && `${t('staff.scope.assets')}: ${assets.join(', ')}`,
    (from ?? to) !== undefined && `${t('staff.scope.time')}: ${timeWords(from)} – ${timeWords(to)}`,
  ].filter((line) => typeof line === 'string');
  const shownLines = lines.length === 0 ? [t('staff.scope.all')] : lines;
  return [...shownLines, t(personal === 1 ? 'staff.scope.personal' : 'staff.scope.masked')];
}

function timeWords(at: number | undefined): string {
  return at === undefined ? '…' : dateAndTime(at);
}

function accountText(t: Translate, kind: (typeof AUDITED_ACCOUNTS)[number]): string {
  return kind === 'house' ? t('staff.scope.house') : t(`staff.account.${kind}`);
}

/** Shown to auditors about themselves and to admins about each auditor. */
export function Bounds({ until, scope, now }: Bounded & { now: number }) {
  const { t } = useTexts();
  if (!scope) return null;
  return (
    <>
      {until === undefined ? (
        <Mark kind="warning" text={t('staff.scope.no_end')} />
      ) : until <= now ? (
        <Mark kind="bad" text={t('staff.scope.expired', { time: dateAndTime(until) })} />
      ) : (
        <span>{t('staff.scope.until', { time: dateAndTime(until) })}</span>
      )}
      {scopeLines(t, scope).map((line) => (
        <span key={line} className={styles.muted}>
          {line}
        </span>
      ))}
    </>
  );
}

/** Fields to grant or change access. */
export function scopeFields(t: Translate, { until, scope }: Bounded, now: number): ActField[] {
  const list = { kind: 'line', lengthMax: LIST_LENGTH_MAX, isOptional: true } as const;
  const time = { kind: 'time', lengthMax: TIME_LENGTH_MAX } as const;
  return [
    {
      ...{ name: 'until', label: t('staff.member.until'), hint: t('staff.member.until_hint'), ...time },
      initial: timeText(Math.max(until ?? 0, now + HALF_YEAR_MS)),
    },
    {
      ...{ name: 'users', label: t('staff.scope.users'), hint: t('staff.scope.users_hint'), ...list },
      initial: scope?.users?.join(', ') ?? '',
    },
    {
      ...{ name: 'accounts', label: t('staff.scope.accounts'), hint: t('staff.scope.none_is_all') },
      ...{ kind: 'marks', lengthMax: 100, isOptional: true, initial: scope?.accounts?.join(',') ?? '' },
      choices: AUDITED_ACCOUNTS.map((kind) => ({ value: kind, text: accountText(t, kind) })),
    },
    {
      ...{ name: 'assets', label: t('staff.scope.assets'), hint: t('staff.scope.assets_hint'), ...list },
      initial: scope?.assets?.join(', ') ?? '',
    },
    { name: 'from', label: t('staff.scope.from'), ...time, isOptional: true, initial: timeField(scope?.from) },
    { name: 'to', label: t('staff.scope.to'), ...time, isOptional: true, initial: timeField(scope?.to) },
    {
      ...{ name: 'personal', label: t('staff.scope.personal_data'), kind: 'line', lengthMax: 1 },
      choices: (['0', '1'] as const).map((value) => ({
        value,
        text: t(value === '1' ? 'staff.scope.personal' : 'staff.scope.masked'),
      })),
      initial: String(scope?.personal ?? 0),
    },
  ];
}

function timeField(at: number | undefined): string {
  return at === undefined ? '' : timeText(at);
}

type Entered = Readonly<Record<string, string>>;

/** Invalid input, as field name and code of the catalogue's `field`. */
export function scopeFaults({ until = '', users = '', from = '', to = '' }: Entered, now: number): [string, string][] {
  const errors: [string, string][] = [];
  const end = timeOf(until);
  if (end !== null && end <= now) errors.push(['until', 'out.of.range']);
  if (wordsIn(users).some((item) => !/^#?[1-9]\d{0,9}$/.test(item))) errors.push(['users', 'format']);
  if (from !== '' && to !== '' && (timeOf(from) ?? 0) > (timeOf(to) ?? 0)) errors.push(['to', 'out.of.range']);
  return errors;
}

export function boundsEntered(input: Entered): { until: number; scope: AuditScope } {
  const { until = '', users = '', accounts = '', assets = '', from = '', to = '', personal } = input;
  const [numbers, names] = [wordsIn(users).map((item) => Number(item.replace('#', ''))), wordsIn(assets)];
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
  return text.split(/[\s,;]+/).filter((item) => item !== '');
}
