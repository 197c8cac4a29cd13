/** Questions that auditors ask of a journal, and their answers: facts, rows that are told one by one, or a bundle. */
import { decimalOf } from '../../shared/rules/units';
import { isOfLife } from '../../shared/proof/life';
import { trialBalance, type SummedEntry } from '../../shared/proof/sums';
import type { AnswerRow, AskRequest, AuditAnswer } from '../../shared/wire/audit-journal';
import type { BundleParts } from './bundle';
import { bundleInto } from './bundle-file';
import { lifeOf } from './life';
import { NothingError } from './no-answer';
import { replayJournal } from './replay';
import type { AuditedJournal, HearPosition } from './source';
import { isBelow, plainBatches, scaleOf, statementOf, sumsAt, type Until } from './sums';

export type Facts = AuditAnswer['facts'];
export type Asked = Pick<AuditedJournal, 'readStored' | 'head' | 'opening'>;

export interface Answering {
  row: (row: AnswerRow) => void;
  /** Where a bundle is written to, and what it is made with. */
  bundle: { file: string; parts: BundleParts };
  hear: HearPosition;
}

/** Each question by what it asks. */
const ANSWERS: Readonly<
  Record<AskRequest['ask'], (journal: Asked, request: AskRequest, answering: Answering) => Promise<Facts>>
> = {
  entries,
  statement,
  balances,
  trial,
  life,
  replay,
  bundle,
};

/** @throws a NothingError where nothing of it is there, and with the first thing in the journal that does not fit */
export function answerQuestion(journal: Asked, request: AskRequest, answering: Answering): Promise<Facts> {
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

async function entries(journal: Asked, request: AskRequest, { row, hear }: Answering): Promise<Facts> {
  const { account, kind, asset, userId, number } = request;
  const [from, scales] = [fromOf(request), new Map<string, number>()];
  const sides = (entry: SummedEntry): string[] => [entry.debit, entry.credit];
  const isAsked = (entry: SummedEntry): boolean =>
    (kind === undefined || entry.kind === kind) &&
    (account === undefined || sides(entry).some((name) => isBelow(name, account))) &&
    (userId === undefined || sides(entry).some((name) => isBelow(name, `${userId}`))) &&
    (asset === undefined || sides(entry)[0].split('/')[2] === asset);
  let [reached, time] = [-1, 0];
  for await (const { position, first, batch } of plainBatches(journal, untilOf(request))) {
    const { at, actor, events } = batch;
    const isBefore = from !== null && ('position' in from ? position < from.position : at < from.time);
    for (const [place, event] of events.entries()) {
      if (event.type === 'AssetListed') scales.set(String(event.asset), Number(event.scale));
      if (isBefore || !isOfCase(request, event, Number(number))) continue;
      for (const entry of ((event.entries ?? []) as SummedEntry[]).filter(isAsked)) {
        const amount = decimalOf(BigInt(entry.amount), scaleOf(scales, entry.debit));
        const { kind: movement, debit, credit } = entry;
        row({ event: first + place, at, type: event.type, kind: movement, debit, credit, amount, actor });
      }
    }
    hear((reached = position));
    time = at;
  }
  return { position: reached, at: time };
}

function isOfCase({ case: of }: AskRequest, event: object, number: number): boolean {
  if (of === undefined) return true;
  if (of === 'user') return 'user' in event && event.user === number;
  return isOfLife(of, number, { ...event });
}

async function statement(journal: Asked, request: AskRequest, { row, hear }: Answering): Promise<Facts> {
  const { account = '' } = request;
  const figure = (units: bigint, name: string, scales: ReadonlyMap<string, number>): string =>
    decimalOf(units, scaleOf(scales, name));
  const told = await statementOf(
    journal,
    account,
    fromOf(request),
    untilOf(request),
    {
      open: (opening, scales) => {
        for (const name of [...opening.keys()].sort())
          row({ account: name, kind: 'opening', balance: figure(opening.get(name) ?? 0n, name, scales) });
      },
      line: ({ position, at, kind, account: name, against, change, balance }, scales) => {
        const [moved, left] = [change, balance].map((units) => figure(units, name, scales));
        row({ position, at, account: name, kind, against, change: moved, balance: left });
      },
    },
    hear,
  );
  if (told.closing.size === 0) throw new NothingError();
  for (const name of [...told.closing.keys()].sort())
    row({ account: name, kind: 'closing', balance: figure(told.closing.get(name) ?? 0n, name, told.scales) });
  return { position: told.position };
}

async function balances(journal: Asked, request: AskRequest, { row, hear }: Answering): Promise<Facts> {
  const { account = '' } = request;
  const { sums, position } = await sumsAt(journal, untilOf(request), hear);
  const names = [...sums.balances.keys()].filter((name) => isBelow(name, account)).sort();
  if (names.length === 0) throw new NothingError();
  for (const name of names) row({ account: name, balance: decimalOf(sums.balance(name), scaleOf(sums.scales, name)) });
  return { position, at: sums.at };
}

async function trial(journal: Asked, request: AskRequest, { row, hear }: Answering): Promise<Facts> {
  const { sums, position } = await sumsAt(journal, untilOf(request), hear);
  for (const { asset, users, houseTotal, custody, total } of trialBalance(sums)) {
    const shown = (units: bigint): string => decimalOf(units, sums.scales.get(asset) ?? 0);
    row({ asset, users: shown(users), house: shown(houseTotal), custody: shown(custody), total: shown(total) });
  }
  return { position, at: sums.at };
}

async function life(journal: Asked, request: AskRequest, { row, hear }: Answering): Promise<Facts> {
  const { case: of, number } = request;
  if (of === undefined || of === 'user') throw new NothingError();
  let count = 0;
  for await (const { eventPosition, at, actor, command, event } of lifeOf(journal, of, Number(number), hear)) {
    const { type, ...facts } = event;
    count++;
    row({ event: eventPosition, at, actor, command, type: String(type), facts: JSON.stringify(facts) });
  }
  if (count === 0) throw new NothingError();
  return { position: journal.head.position };
}

async function replay(journal: Asked, request: AskRequest, { hear }: Answering): Promise<Facts> {
  const { position, hash, events, stateHash } = await replayJournal(journal, untilOf(request), hear);
  return { position, events, hash, state: stateHash };
}

async function bundle(journal: Asked, request: AskRequest, { bundle: into, hear }: Answering): Promise<Facts> {
  const { case: of, number } = request;
  const about = of === undefined ? { is: 'period' as const } : { is: of, id: Number(number) };
  const asked = { about, from: fromOf(request), until: untilOf(request) };
  const { batches, from, until, stateHash, runs } = await bundleInto(into.file, journal, into.parts, asked, hear);
  const facts: Facts = { from, position: until, batches, hash: runs[runs.length - 1].hash };
  if (stateHash !== null) facts['state'] = stateHash;
  return facts;
}
