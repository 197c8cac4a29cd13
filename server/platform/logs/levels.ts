/** Log levels of the exchange's lines below Nest, by their text. Lines not listed are information. */

type SeriousLevel = 'error' | 'warn';

/** Something is stopped, lost or not stored until an operator acts. */
const ERRORS = [
  'engine stopped',
  'rebuild failed',
  'the journal is waited for',
  'the database is waited for',
  'journal damaged',
  'journal keeper ended',
  'read models damaged',
  'snapshots failed',
  'the thread of the index sources failed',
  'head not signed',
  'proof of liabilities failed',
  'withdrawals stopped',
  'reconciliation failed',
  'chain work failed',
  'relations could not be told to the journal',
  'a deposit address is another member’s in the journal',
  'members without a user: nobody can log in as them',
] as const;

/** Everything continues, but an operator should know. */
const WARNINGS = [
  'clock alarm',
  'ids raised',
  'journal accepted as it is',
  'journal segment away: it is not checked',
  'last snapshot given up',
  'snapshot not readable',
  'snapshot set aside',
  'a proof of liabilities that is not signed stays',
  'answers to auditors are not readable and removed',
  'an audit failed',
  'an audit is not begun',
  'the index of answers to auditors is not written',
  'overdue queues are not told',
  'no withdrawal can be approved before there are two admins: npm run admin:create',
] as const;

/** Lines about read models contain positions. */
const OF_READ_MODELS: readonly (readonly [RegExp, SeriousLevel])[] = [
  [/ is not written yet: /, 'error'],
  [/^(projector|records-writer): /, 'error'],
  [/ it was replaced or cut; /, 'warn'],
];

export const LEVELS: ReadonlyMap<string, SeriousLevel> = new Map([
  ...ERRORS.map((message) => [message, 'error'] as const),
  ...WARNINGS.map((message) => [message, 'warn'] as const),
]);

export function levelOf(message: string): SeriousLevel | 'info' {
  return LEVELS.get(message) ?? OF_READ_MODELS.find(([pattern]) => pattern.test(message))?.[1] ?? 'info';
}
