/**
 * Statements of the house's bank. If the core knows staff, every credit in legal currency and every payment that they record must match a
 * line: the same reference, amount and name, each line once.
 */
import type { Actor } from '../../../core/actor';
import { actorId, capabilityOf } from '../../../core/actor';
import { AMOUNT_MAX } from '../../../core/amounts';
import type { Context, Decision } from '../../../core/decision';
import { reject, type Rejection } from '../../../core/rejection';
import type { CoreView } from '../../../core/state';
import type { ImportStatement, StatementWay } from './commands';
import type { StatementLineRead } from './events';
import type { StatementLine } from './state';

/** Maximum lines per import; one batch has an event for each line. */
export const IMPORTED_MAX = 500;
/** Maximum unused lines. */
export const LINES_MAX = 50_000;
/** Maximum unused lines per importer: one person's false lines must leave room for others. */
export const LINES_OF_ONE_MAX = 10_000;
export const REFERENCE_LENGTH_MAX = 128;
const NAME_HASH = /^([0-9a-f]{2}){16,64}$/;

export function lineKey(asset: string, direction: StatementWay, reference: string): string {
  return `${asset}/${direction}/${reference}`;
}

/** Known lines are skipped, because bank statements overlap. */
export function decideImportStatement(view: CoreView, { asset, lines }: ImportStatement, { actor }: Context): Decision {
  const { statement } = view.wallet;
  const listedAsset = view.assets.get(asset);
  if (!listedAsset) return reject('asset.unknown');
  if (!listedAsset.isFiat || lines.length > IMPORTED_MAX) return reject('statement.invalid', { maximum: IMPORTED_MAX });
  const by = view.staff.told ? (actorId(actor) ?? undefined) : undefined;
  const read = new Map<string, StatementLineRead>();
  for (const [index, line] of lines.entries()) {
    const { way, reference, amount, name } = line;
    const key = lineKey(asset, way, reference);
    const existingLine = statement.get(key);
    const isSame = existingLine === undefined || (existingLine.amount === amount && existingLine.name === name);
    if (!isLineValid(line) || read.has(key) || !isSame) return reject('statement.invalid', { line: index + 1 });
    if (existingLine || isReferenceUsed(view, way, reference)) continue;
    read.set(key, { type: 'StatementLineRead', asset, way, reference, amount, name, by });
  }
  if (statement.size + read.size > LINES_MAX) return reject('statement.invalid', { maximum: LINES_MAX });
  if (by !== undefined && linesOf(view, by) + read.size > LINES_OF_ONE_MAX)
    return reject('statement.invalid', { maximum: LINES_OF_ONE_MAX });
  return read.size === 0 ? reject('statement.nothing.new') : [...read.values()];
}

function linesOf({ wallet }: CoreView, importer: number): number {
  let lines = 0;
  for (const { importedBy } of wallet.statement.values()) if (importedBy === importer) lines++;
  return lines;
}

function isLineValid({ way, reference, amount, name }: ImportStatement['lines'][number]): boolean {
  if (way !== 'in' && way !== 'out') return false;
  const isReference = reference.length > 0 && reference.length <= REFERENCE_LENGTH_MAX;
  return isReference && amount > 0n && amount <= AMOUNT_MAX && NAME_HASH.test(name);
}

function isReferenceUsed({ wallet }: CoreView, direction: StatementWay, reference: string): boolean {
  if (direction === 'out') return wallet.payoutReferences.has(reference);
  return wallet.rechargeReferences.has(reference) || wallet.houseReferences.has(reference);
}

/** Null if a matching line exists or none is needed. */
export function refuseUnlessOnStatement(
  view: CoreView,
  actor: Actor,
  { asset, way, reference, amount, name }: Omit<StatementLine, 'name'> & { name: string | undefined },
): Rejection | null {
  const isAsked = view.staff.told && capabilityOf(actor) === 'admin' && view.assets.get(asset)?.isFiat === true;
  if (!isAsked) return null;
  const line = view.wallet.statement.get(lineKey(asset, way, reference));
  if (!line) return reject('statement.line.missing');
  if (line.amount !== amount) return reject('statement.line.mismatch', { asset, amount: `${line.amount}` });
  return line.name === name ? null : reject('statement.line.mismatch');
}
