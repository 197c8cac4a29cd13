/**
 * An evidence bundle: a ZIP of stored journal batches, the signed heads above them, the derived statements, the verification programs and
 * an explanatory page. Producer and verifier share this definition of the statements.
 */
import { decimalOf } from '../rules/units';
import { concernsSubject, TRAIL_SUBJECTS, type TrailSubject } from './audit-trail';
import { assetOf, type SummedBatch, type SummedEntry } from './sums';

/** Form of new bundles. Older ones, `evidence/1`, do not state the form of their state hash: it is 1. */
export const BUNDLE_FORM = 'evidence/2';
export const BUNDLE_FORMS: readonly string[] = ['evidence/1', BUNDLE_FORM];
/** The last entry of the ZIP. It is not compressed and names all others. */
export const MANIFEST = 'bundle.json';
export const BALANCES = 'balances.csv';

/** All that happened in a time, or what touched one account, order, position, withdrawal and the like. */
export type BundleSubject = { is: 'period' } | { is: 'user' | TrailSubject; id: number };
export const CASES: readonly ('user' | TrailSubject)[] = ['user', ...TRAIL_SUBJECTS];

export interface BundledFile {
  name: string;
  size: number;
  /** Hashes of the content, and of its packed bytes. */
  sha256: string;
  packed: string;
}

/** Batches that follow each other. */
export interface BatchRun {
  first: number;
  last: number;
  /** Hash of the preceding batch, and of the last one. */
  before: string;
  hash: string;
}

export interface Manifest {
  form: string;
  core: string;
  /** When the bundle was made, and the end of the journal at that time. */
  at: number;
  journal: { position: number; hash: string };
  about: BundleSubject;
  /** Statements are of what happened in these positions; batches behind them lead to a signed head. */
  from: number;
  until: number;
  batches: number;
  runs: BatchRun[];
  /** Digits behind the point. */
  scales: [asset: string, scale: number][];
  /** For a period that starts with the first event: the state hash of a replay. */
  stateHash: string | null;
  /** Form of the hashed canonical lines; null without a hash, absent in `evidence/1`. */
  stateForm?: number | null;
  files: BundledFile[];
}

/** A batch in readable form. */
export interface ShownBatch extends SummedBatch {
  first: number;
  actor: string;
  command: { type: string };
}

/** Whether it is about this batch at all. */
export function concernsBundleSubject(subject: BundleSubject, { actor, events }: ShownBatch): boolean {
  if (subject.is === 'period') return true;
  const { is, id } = subject;
  if (is !== 'user') return events.some((event) => concernsSubject(is, id, { ...event }));
  if (actor === `user/${id}`) return true;
  return events.some((event) => 'user' in event && event.user === id) || entriesOf(subject, events).length > 0;
}

/** Entries of the case. */
function entriesOf(subject: BundleSubject, events: ShownBatch['events']): SummedEntry[] {
  const subjectEvents = events.filter(
    (event) =>
      subject.is === 'period' || subject.is === 'user' || concernsSubject(subject.is, subject.id, { ...event }),
  );
  const entries = subjectEvents.flatMap((event) => (event.entries ?? []) as SummedEntry[]);
  return entries.filter(({ debit, credit }) => isOfCase(subject, debit) || isOfCase(subject, credit));
}

/** Whether a statement of the case covers the account. */
export function isOfCase(subject: BundleSubject, account: string): boolean {
  return subject.is !== 'user' || account.startsWith(`${subject.id}/`);
}

const STATEMENT_HEAD = 'position,at,account,kind,against,change,balance\n';
const BALANCES_HEAD = 'account,opening,closing\n';

/** Balances of the case, movement by movement: opening + movements of the batches = closing. Units. */
export class CaseStatement {
  private readonly balances: Map<string, bigint>;

  constructor(
    private readonly subject: BundleSubject,
    private readonly opening: ReadonlyMap<string, bigint>,
    private readonly scales: ReadonlyMap<string, number>,
  ) {
    this.balances = new Map(opening);
  }

  /** One line per side of each entry. */
  *linesOf({ at, events }: ShownBatch, position: number): Generator<string> {
    const time = new Date(at).toISOString();
    for (const { kind, debit, credit, amount } of entriesOf(this.subject, events)) {
      for (const [account, counterAccount, change] of [
        [debit, credit, -BigInt(amount)],
        [credit, debit, BigInt(amount)],
      ] as const) {
        if (!isOfCase(this.subject, account)) continue;
        const balance = (this.balances.get(account) ?? 0n) + change;
        this.balances.set(account, balance);
        const figures = `${this.decimal(account, change)},${this.decimal(account, balance)}`;
        yield `${position},${time},${account},${kind},${counterAccount},${figures}\n`;
      }
    }
  }

  rows(): [account: string, opening: bigint, closing: bigint][] {
    return [...this.balances]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([account, closing]) => [account, this.opening.get(account) ?? 0n, closing]);
  }

  /** The file of balances. */
  balancesText(): string {
    const line = ([account, opening, closing]: [string, bigint, bigint]): string =>
      `${account},${this.decimal(account, opening)},${this.decimal(account, closing)}\n`;
    return BALANCES_HEAD + this.rows().map(line).join('');
  }

  private decimal(account: string, units: bigint): string {
    return decimalOf(units, this.scales.get(assetOf(account)) ?? 0);
  }
}

/** The opening balances of such a file; null if the file is invalid. */
export function openingIn(text: string, scales: ReadonlyMap<string, number>): Map<string, bigint> | null {
  if (!text.startsWith(BALANCES_HEAD) || !text.endsWith('\n')) return null;
  const opening = new Map<string, bigint>();
  for (const line of text.slice(BALANCES_HEAD.length).split('\n').slice(0, -1)) {
    const [account, decimal] = line.split(',');
    const units = decimal === undefined ? null : unitsIn(decimal, scales.get(assetOf(account)) ?? 0);
    if (units === null) return null;
    opening.set(account, units);
  }
  return opening;
}

function unitsIn(decimal: string, scale: number): bigint | null {
  const [, sign, integerPart, rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (integerPart === undefined || rest.length > scale) return null;
  const units = BigInt(integerPart + rest.padEnd(scale, '0'));
  return sign === '' ? units : -units;
}

/** A part ends with the line that reaches this size. */
const PART_CHARS = 8 << 20;

/** Lines in files of a size that each can be handled in one piece. */
export class PartBuilder {
  private text: string;
  private isEmpty = true;

  constructor(
    private readonly head = '',
    private readonly chars = PART_CHARS,
  ) {
    this.text = head;
  }

  /** The part that this line completes, or null. */
  add(line: string): string | null {
    this.text += line;
    this.isEmpty = false;
    return this.text.length < this.chars ? null : this.rest();
  }

  /** The unwritten rest; null if there is none. */
  rest(): string | null {
    const { text, isEmpty } = this;
    [this.text, this.isEmpty] = [this.head, true];
    return isEmpty ? null : text;
  }
}

export function statementParts(): PartBuilder {
  return new PartBuilder(STATEMENT_HEAD);
}

export function partName(folder: 'journal' | 'statement', number: number): string {
  return `${folder}/${String(number).padStart(6, '0')}.${folder === 'journal' ? 'jsonl' : 'csv'}`;
}
