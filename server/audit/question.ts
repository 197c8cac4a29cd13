/** Auditors' questions about a journal, and their answers: facts, a stream of rows, or a bundle. */
import { coversAccount, coversTime, type AuditScope } from '../../shared/rules/audit-scope';
import { decimalOf } from '../../shared/rules/units';
import { concernsSubject } from '../../shared/proof/audit-trail';
import { trialBalance, type SummedEntry } from '../../shared/proof/sums';
import type { AnswerRow, AskRequest, AuditAnswer } from '../../shared/wire/audit/audit-journal';
import { STATE_FORM } from '../core/snapshot/canonical-state';
import type { DatabaseConfig } from '../platform/database/database';
import { OutOfScopeError, requireTimeInScope, maskAccount, maskActor, maskEvent, maskRow } from './scope-filter';
import type { BundleParts } from './bundle';
import { writeBundle } from './bundle-file';
import { compareModels, withReadModels } from './read-model-diff';
import { liabilitiesAt } from './liabilities';
import { auditTrailOf } from './audit-trail';
import { pointInTimeFacts, marketAtTime, pointInTimeRows } from './point-in-time';
import { NoDataError } from './answer-errors';
import { replayJournal } from './replay';
import type { AuditedJournal, OnProgress } from './source';
import { isUnderAccount, plainBatches, scaleOf, statementOf, sumsAt, type Until } from './sums';

export type Facts = AuditAnswer['facts'];
export type QuestionedJournal = Pick<AuditedJournal, 'readStored' | 'head' | 'opening'>;

export interface AnswerContext {
  row: (row: AnswerRow) => void;
  /** Scope of the auditor; the question is within it (`limitToScope`). */
  scope: AuditScope;
  /** Files beside the journal. */
  auditFiles: AuditFiles;
  /** Opens the journal once more, as far as it goes by then. */
  open: () => Promise<QuestionedJournal & { close: () => Promise<void> }>;
  /** Target file of a bundle, and the parts to make it. */
  bundle: { file: string; dependencies: BundleParts };
  onProgress: OnProgress;
}

export interface AuditFiles {
  core: string;
  dataDir: string;
  snapshots: string;
  database: DatabaseConfig;
  mac: (text: string, context: string) => string;
}

const ANSWERS: Readonly<
  Record<
    AskRequest['ask'],
    (journal: QuestionedJournal, request: AskRequest, answering: AnswerContext) => Promise<Facts>
  >
> = {
  entries,
  statement,
  balances,
  trial,
  liabilities,
  market,
  life,
  diff,
  replay,
  bundle,
};

/** @throws a NoDataError where nothing of it is there, and with the first thing in the journal that does not fit */
export function answerQuestion(
  journal: QuestionedJournal,
  request: AskRequest,
  answering: AnswerContext,
): Promise<Facts> {
  return ANSWERS[request.ask](journal, request, answering);
}

function fromOf({ from, fromPosition }: AskRequest): Until {
  if (fromPosition !== undefined) return { position: fromPosition };
  return from === undefined ? null : { time: from };
}

function untilOf({ to, toPosition }: AskRequest): Until {
  if (toPosition !== undefined) return { position: toPosition };
  return to === undefined ? null : { time: to };
}

async function entries(
  journal: QuestionedJournal,
  request: AskRequest,
  { row, scope, onProgress }: AnswerContext,
): Promise<Facts> {
  const { account, kind, asset, userId, number } = request;
  const [from, scales] = [fromOf(request), new Map<string, number>()];
  const sides = (entry: SummedEntry): string[] => [entry.debit, entry.credit];
  const isAsked = (entry: SummedEntry): boolean =>
    (kind === undefined || entry.kind === kind) &&
    (account === undefined || sides(entry).some((name) => isUnderAccount(name, account))) &&
    (userId === undefined || sides(entry).some((name) => isUnderAccount(name, `${userId}`))) &&
    (asset === undefined || sides(entry)[0].split('/')[2] === asset) &&
    sides(entry).some((name) => coversAccount(scope, name));
  let [lastPosition, time] = [-1, 0];
  for await (const { position, first, batch } of plainBatches(journal, untilOf(request))) {
    const { at, actor, events } = batch;
    const isBefore = from !== null && ('position' in from ? position < from.position : at < from.time);
    for (const [place, event] of events.entries()) {
      if (event.type === 'AssetListed') scales.set(String(event.asset), Number(event.scale));
      if (isBefore || !isOfCase(request, event, Number(number))) continue;
      for (const entry of ((event.entries ?? []) as SummedEntry[]).filter(isAsked)) {
        const amount = decimalOf(BigInt(entry.amount), scaleOf(scales, entry.debit));
        const [debit, credit] = sides(entry).map((name) => maskAccount(scope, name));
        const maskedActor = maskActor(scope, actor);
        row({
          event: first + place,
          at,
          type: event.type,
          kind: entry.kind,
          debit,
          credit,
          amount,
          actor: maskedActor,
        });
      }
    }
    onProgress((lastPosition = position));
    time = at;
  }
  return { position: lastPosition, at: time };
}

function isOfCase({ case: caseKind }: AskRequest, event: object, number: number): boolean {
  if (caseKind === undefined) return true;
  if (caseKind === 'user') return 'user' in event && event.user === number;
  return concernsSubject(caseKind, number, { ...event });
}

async function statement(
  journal: QuestionedJournal,
  request: AskRequest,
  { row: writeRow, scope, onProgress }: AnswerContext,
): Promise<Facts> {
  const row = (totals: AnswerRow): void => {
    const maskedRow = maskRow(scope, totals);
    if (maskedRow) writeRow(maskedRow);
  };
  const { account = '' } = request;
  const figure = (units: bigint, name: string, scales: ReadonlyMap<string, number>): string =>
    decimalOf(units, scaleOf(scales, name));
  const result = await statementOf(
    journal,
    account,
    fromOf(request),
    untilOf(request),
    {
      open: (opening, scales) => {
        for (const name of [...opening.keys()].sort())
          row({ account: name, kind: 'opening', balance: figure(opening.get(name) ?? 0n, name, scales) });
      },
      line: ({ position, at, kind, account: name, counterAccount, change, balance }, scales) => {
        const [changeText, balanceText] = [change, balance].map((units) => figure(units, name, scales));
        row({ position, at, account: name, kind, against: counterAccount, change: changeText, balance: balanceText });
      },
    },
    onProgress,
  );
  if (result.closing.size === 0) throw new NoDataError();
  for (const name of [...result.closing.keys()].sort())
    row({ account: name, kind: 'closing', balance: figure(result.closing.get(name) ?? 0n, name, result.scales) });
  return { position: result.position };
}

async function balances(
  journal: QuestionedJournal,
  request: AskRequest,
  { row, scope, onProgress }: AnswerContext,
): Promise<Facts> {
  const { account = '' } = request;
  const { sums, position } = await sumsAt(journal, untilOf(request), onProgress);
  requireTimeInScope(scope, sums.at);
  const isAsked = (name: string): boolean => isUnderAccount(name, account) && coversAccount(scope, name);
  const names = [...sums.balances.keys()].filter(isAsked).sort();
  if (names.length === 0) throw new NoDataError();
  for (const name of names) row({ account: name, balance: decimalOf(sums.balance(name), scaleOf(sums.scales, name)) });
  return { position, at: sums.at };
}

async function trial(
  journal: QuestionedJournal,
  request: AskRequest,
  { row, scope, onProgress }: AnswerContext,
): Promise<Facts> {
  const { sums, position } = await sumsAt(journal, untilOf(request), onProgress);
  requireTimeInScope(scope, sums.at);
  for (const { asset, users, houseTotal, custody, total } of trialBalance(sums)) {
    if (scope.assets?.includes(asset) === false) continue;
    const toDecimal = (units: bigint): string => decimalOf(units, sums.scales.get(asset) ?? 0);
    row({
      asset,
      users: toDecimal(users),
      house: toDecimal(houseTotal),
      custody: toDecimal(custody),
      total: toDecimal(total),
    });
  }
  return { position, at: sums.at };
}

/** Liabilities with the roots of a proof at that position; compared with signed roots if they exist. */
async function liabilities(
  journal: QuestionedJournal,
  request: AskRequest,
  { row, scope, auditFiles, onProgress }: AnswerContext,
): Promise<Facts> {
  const computed = await liabilitiesAt(auditFiles, journal, untilOf(request), onProgress);
  requireTimeInScope(scope, computed.at);
  for (const { asset, scale, users, sum, root, house, custody } of computed.assets) {
    if (scope.assets?.includes(asset) === false) continue;
    const [usersTotal, houseTotal, custodyTotal] = [sum, house, custody].map((units) =>
      decimalOf(BigInt(units), scale),
    );
    row({ asset, leaves: users, users: usersTotal, house: houseTotal, custody: custodyTotal, root });
  }
  return { position: computed.position, at: computed.at, signed: computed.isSigned ? 1 : 0 };
}

async function market(
  journal: QuestionedJournal,
  request: AskRequest,
  { row, scope, auditFiles, onProgress }: AnswerContext,
): Promise<Facts> {
  const moment = await marketAtTime(journal, auditFiles.snapshots, request.market ?? '', untilOf(request), onProgress);
  requireTimeInScope(scope, moment.at);
  const { base, quote } = moment.market.terms;
  if (scope.assets && ![base, quote].every((asset) => scope.assets?.includes(asset))) throw new OutOfScopeError();
  for (const one of pointInTimeRows(moment))
    if (typeof one['at'] !== 'number' || coversTime(scope, one['at'])) row(one);
  return { position: moment.position, at: moment.at, snapshot: moment.snapshot, ...pointInTimeFacts(moment) };
}

/** @throws a DriftError that names the first row that differs from the journal */
async function diff(
  _: QuestionedJournal,
  __: AskRequest,
  { row, auditFiles, open, onProgress }: AnswerContext,
): Promise<Facts> {
  return withReadModels(auditFiles.database, async (models) => {
    const journal = await open();
    try {
      for (const { name, position, rows, lagEvents } of await compareModels(models, journal, ignored, onProgress))
        row({ model: name, rows, position, behind: lagEvents });
      return { position: journal.head.position };
    } finally {
      await journal.close();
    }
  });
}

async function life(
  journal: QuestionedJournal,
  request: AskRequest,
  { row, scope, onProgress }: AnswerContext,
): Promise<Facts> {
  const { case: caseKind, number } = request;
  if (caseKind === undefined || caseKind === 'user') throw new NoDataError();
  let count = 0;
  for await (const { eventPosition, at, actor, command, event } of auditTrailOf(
    journal,
    caseKind,
    Number(number),
    onProgress,
  )) {
    const maskedEvent = maskEvent(scope, at, event);
    if (!maskedEvent) continue;
    const { type, ...details } = maskedEvent;
    count++;
    const maskedActor = maskActor(scope, actor);
    row({ event: eventPosition, at, actor: maskedActor, command, type: String(type), facts: JSON.stringify(details) });
  }
  if (count === 0) throw new NoDataError();
  return { position: journal.head.position };
}

async function replay(journal: QuestionedJournal, request: AskRequest, { onProgress }: AnswerContext): Promise<Facts> {
  const { position, hash, events, stateHash } = await replayJournal(journal, untilOf(request), onProgress);
  return { position, events, hash, state: stateHash, stateForm: STATE_FORM };
}

async function bundle(
  journal: QuestionedJournal,
  request: AskRequest,
  { bundle: target, onProgress }: AnswerContext,
): Promise<Facts> {
  const { case: caseKind, number } = request;
  const about = caseKind === undefined ? { is: 'period' as const } : { is: caseKind, id: Number(number) };
  const bundleRequest = { about, from: fromOf(request), until: untilOf(request) };
  const { batches, from, until, stateHash, runs } = await writeBundle(
    target.file,
    journal,
    target.dependencies,
    bundleRequest,
    onProgress,
  );
  const answer: Facts = { from, position: until, batches, hash: runs[runs.length - 1].hash };
  if (stateHash !== null) [answer['state'], answer['stateForm']] = [stateHash, STATE_FORM];
  return answer;
}

const ignored = (): void => undefined;
