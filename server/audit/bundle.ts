/** Makes an evidence bundle from a journal: for a period, or for an account, order, withdrawal, position or similar. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readLine } from '../../shared/proof/signed-heads';
import {
  BALANCES,
  BUNDLE_FORM,
  CaseStatement,
  concernsBundleSubject,
  isOfCase,
  MANIFEST,
  partName,
  PartBuilder,
  statementParts,
  type BundleSubject,
  type BundledFile,
  type Manifest,
  type BatchRun,
} from '../../shared/proof/bundle-form';
import { STATE_FORM } from '../core/snapshot/canonical-state';
import { EXCHANGE_CORE } from '../products/core';
import type { CoreState } from '../core/state';
import { stateHash } from '../engine/state-hash';
import type { JournalHead, StoredReading, StoredText } from '../journal/port';
import { exportLine } from '../journal/seal';
import { readBatch } from '../journal/upcast';
import { bundlePage } from './bundle-page';
import { ZipWriter, type WriteBytes } from './bundle-zip';
import { NoDataError } from './answer-errors';
import type { OnProgress } from './source';
import { addTo, type PlainBatch, type Until } from './sums';
import { LedgerSums } from '../../shared/proof/sums';

export interface BundleRequest {
  about: BundleSubject;
  /** Start and end of the statements: a position or a time; null for the journal's first and last. */
  from: Until;
  until: Until;
}

export interface BundleParts {
  core: string;
  /** All signed lines in order; called twice. */
  headLines: () => Iterable<string>;
  /** Directory of the programs that check a bundle without our code. */
  programs: string;
  at: number;
}

type Audited = StoredReading & { head: JournalHead };
const PROGRAMS = ['verify-bundle.py', 'verify-liabilities.py'];

/**
 * @throws a NoDataError if no event in that time concerns the subject, and a TooLargeError if the bundle would exceed
 * its maximum
 */
export async function makeBundle(
  journal: Audited,
  dependencies: BundleParts,
  request: BundleRequest,
  write: WriteBytes,
  onProgress: OnProgress = () => undefined,
): Promise<Manifest> {
  const maker = new BundleMaker(dependencies, request, new ZipWriter(write));
  for await (const stored of journal.readStored(0)) {
    if (await maker.addBatch(stored)) break;
    onProgress(stored.position);
  }
  return maker.end(journal.head);
}

class BundleMaker {
  private readonly sums = new LedgerSums();
  private readonly files: BundledFile[] = [];
  private readonly runs: BatchRun[] = [];
  private readonly lines = new PartBuilder();
  private readonly statementLines = statementParts();
  private readonly counts = { journal: 0, statement: 0 };
  /** Positions of signed heads, ascending. */
  private readonly signed: number[];
  private statement: CaseStatement | null = null;
  private state: CoreState | null = null;
  private from = -1;
  private until = -1;
  private batches = 0;
  /** Position up to which batches are included, so that a signed head names the last of them. */
  private linkedTo = -1;
  private next = 0;

  constructor(
    private readonly dependencies: BundleParts,
    private readonly request: BundleRequest,
    private readonly zip: ZipWriter,
  ) {
    this.signed = [...signedPositionsIn(dependencies.headLines())];
  }

  /** Returns true when no further batch is needed. */
  async addBatch(stored: StoredText): Promise<boolean> {
    const batch = JSON.parse(stored.text) as PlainBatch & { first: number };
    const place = this.placeOf(stored, batch.at);
    if (place === 'behind') {
      if (stored.position > this.linkedTo) return true;
      await this.show(stored);
      return false;
    }
    if (place === 'within') {
      this.begin(stored.first);
      this.until = stored.position;
      if (concernsBundleSubject(this.request.about, batch)) this.linkedTo = this.signedFrom(stored.position);
      for (const line of this.statement?.linesOf(batch, stored.position) ?? [])
        await this.put('statement', this.statementLines.add(line));
      if (this.state) EXCHANGE_CORE.evolve(this.state, readBatch(stored.text).batch);
    }
    addTo(this.sums, stored.position, batch);
    if (place === 'within' && stored.position <= this.linkedTo) await this.show(stored);
    return false;
  }

  async end(head: JournalHead): Promise<Manifest> {
    if (this.runs.length === 0 || !this.statement) throw new NoDataError();
    await this.put('journal', this.lines.rest());
    await this.put('statement', this.statementLines.rest());
    await this.addHeads();
    await this.add(BALANCES, this.statement.balancesText());
    const manifestHead: Omit<Manifest, 'files'> = {
      ...{
        form: BUNDLE_FORM,
        core: this.dependencies.core,
        at: this.dependencies.at,
        journal: head,
        about: this.request.about,
      },
      ...{ from: this.from, until: this.until, batches: this.batches, runs: this.runs },
      scales: [...this.sums.scales],
      stateHash: this.state && stateHash(this.state),
      stateForm: this.state && STATE_FORM,
    };
    for (const name of PROGRAMS)
      await this.add(name, readFileSync(path.join(this.dependencies.programs, name), 'utf8'));
    await this.add('index.html', bundlePage(manifestHead, this.statement.rows()));
    const manifest: Manifest = { ...manifestHead, files: this.files };
    await this.zip.add(MANIFEST, `${JSON.stringify(manifest)}\n`, 0);
    await this.zip.end();
    return manifest;
  }

  private placeOf({ first, position }: StoredText, at: number): 'before' | 'within' | 'behind' {
    const { from, until } = this.request;
    if (until && ('position' in until ? position > until.position : at > until.time)) return 'behind';
    return from && ('position' in from ? first < from.position : at < from.time) ? 'before' : 'within';
  }

  private begin(first: number): void {
    if (this.statement) return;
    const { about } = this.request;
    const isLife = about.is !== 'period' && about.is !== 'user';
    const opening = [...this.sums.balances].filter(([account]) => !isLife && isOfCase(about, account));
    this.statement = new CaseStatement(about, new Map(opening), this.sums.scales);
    if (about.is === 'period' && first === 0) this.state = EXCHANGE_CORE.createState();
    this.from = first;
  }

  /** The first signed position at or after a position; the position itself if there is none. */
  private signedFrom(position: number): number {
    while (this.next < this.signed.length && this.signed[this.next] < position) this.next++;
    return this.signed.at(this.next) ?? position;
  }

  private async show({ first, position, hash, prev, text }: StoredText): Promise<void> {
    const before = this.runs.at(-1);
    if (before?.last === first - 1) [before.last, before.hash] = [position, hash];
    else this.runs.push({ first, last: position, before: prev, hash });
    this.batches++;
    await this.put('journal', this.lines.add(`${exportLine(hash, text)}\n`));
  }

  private async put(folder: 'journal' | 'statement', text: string | null): Promise<void> {
    if (text !== null) await this.add(partName(folder, ++this.counts[folder]), text);
  }

  private async add(name: string, text: string): Promise<void> {
    this.files.push(await this.zip.add(name, text));
  }

  /** Adds the heads that sign the included range, one file per day. */
  private async addHeads(): Promise<void> {
    const isOf = (position: number): boolean =>
      this.runs.some(({ first, last }) => position >= first - 1 && position <= last);
    const numbers: number[] = [];
    let number = 0;
    for (const line of this.dependencies.headLines()) {
      number++;
      const { said } = readLine(line, number).signed;
      if ('position' in said && isOf(said.position)) numbers.push(number);
    }
    if (numbers.length === 0) return;
    const [firstNumber, lastNumber] = [numbers[0], numbers[numbers.length - 1]];
    const days = new Map<string, string>();
    number = 0;
    for (const line of this.dependencies.headLines()) {
      if (++number < firstNumber) continue;
      if (number > lastNumber) break;
      const day = new Date(readLine(line, number).signed.at).toISOString().slice(0, 10);
      days.set(day, `${days.get(day) ?? ''}${line}\n`);
    }
    for (const [day, text] of days) await this.add(`heads/${day}.jsonl`, text);
  }
}

function* signedPositionsIn(lines: Iterable<string>): Generator<number> {
  let number = 0;
  let lastPosition = -1;
  for (const line of lines) {
    const { said } = readLine(line, ++number).signed;
    if (said.is !== 'head' && said.is !== 'cut') continue;
    // Ascending even if the operator accepted a truncated journal.
    if (said.position > lastPosition) yield (lastPosition = said.position);
  }
}
