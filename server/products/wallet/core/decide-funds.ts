/** Internal movements of money: between a user's accounts, freezes by staff, and the owners' own funds. */
import { accountsFor } from '../../../../shared/rules/account-kinds';
import { actorId, capabilityOf } from '../../../core/actor';
import type { Context, Decision } from '../../../core/decision';
import { houseAccount, userAccount, type Entry } from '../../../core/ledger/entry';
import type { Asset } from '../../../core/market/market';
import { refuseOutflowIfStale } from '../../perpetual/core/marks/mark';
import { isRejection, reject, type Rejection } from '../../../core/rejection';
import type { CoreView } from '../../../core/state';
import type { FreezeFunds, FundHouse, TransferFunds, UnfreezeFunds } from './commands';
import { checkProvisionalCover } from './finality';
import { freezeEntry, isTooMuchOwed, refuseSpending, unfreezeEntry } from './spending';
import { lineKey, REFERENCE_LENGTH_MAX } from './statement';

export function decideTransferFunds(view: CoreView, command: TransferFunds, { at }: Context): Decision {
  const { user, asset, from, to, amount } = command;
  const member = view.members.get(user);
  if (!member) return reject('account.unknown');
  if (member.frozen) return reject('account.frozen');
  const listedAsset = view.assets.get(asset);
  if (!listedAsset) return reject('asset.unknown');
  if (listedAsset.trading === 'maintenance') return reject('coin.under.maintenance');
  if (amount <= 0n) return reject('amount.not.positive');
  if (from === to) return reject('transfer.same.account');
  const accounts = accountsFor(listedAsset);
  if (!accounts.includes(from) || !accounts.includes(to)) return reject('transfer.not.allowed');
  const refusal =
    refuseSpending(view, from, user, asset, amount) ??
    (from === 'contract' ? refuseOutflowIfStale(view, user, at) : null);
  if (refusal) return refusal;
  // Legal currency moves between two accounts only, and leaves both by a withdrawal.
  const leaves = from === 'spot' && !listedAsset.isFiat;
  const move = { user, account: from, asset, amount };
  const covered = leaves ? checkProvisionalCover(view, move, at, 'transfer.not.final') : {};
  if (isRejection(covered)) return covered;
  const debit = userAccount(user, from, asset, 'available');
  const entry: Entry = { kind: 'transfer', debit, credit: userAccount(user, to, asset, 'available'), amount };
  const { transfer } = view.wallet.counters;
  return [{ type: 'FundsTransferred', transfer, user, asset, from, to, amount, rule: covered.rule, entries: [entry] }];
}

export function decideFreezeFunds(view: CoreView, command: FreezeFunds): Decision {
  const { user, asset, amount, account = 'spot', reason } = command;
  if (!view.members.has(user)) return reject('account.unknown');
  if (!view.assets.has(asset)) return reject('asset.unknown');
  if (amount <= 0n) return reject('amount.not.positive');
  const refusal = refuseSpending(view, account, user, asset, amount);
  if (refusal) return refusal;
  const hold = view.counters.hold;
  const entries = [freezeEntry('admin_freeze', { user, account, asset, amount, hold })];
  return [{ type: 'FundsFrozen', hold, user, asset, amount, account: command.account, reason, entries }];
}

export function decideUnfreezeFunds(view: CoreView, { hold: id, reason }: UnfreezeFunds, { actor }: Context): Decision {
  const hold = view.holds.get(id);
  if (!hold || hold.reason !== 'admin') return reject('hold.not.found');
  // Staff cannot release a freeze of their own funds.
  const { user, kind: account, asset } = hold.account;
  if (actorId(actor) === user) return reject('command.not.permitted');
  const entries = [unfreezeEntry('admin_unfreeze', { user, account, asset, amount: hold.remaining, hold: id })];
  return [{ type: 'FundsUnfrozen', hold: id, user, reason, entries }];
}

/** Legal currency needs a line of the bank's statement; for a coin the reference is the transaction. Each payment counts once. */
export function decideFundHouse(
  view: CoreView,
  { asset, amount, reference, reason }: FundHouse,
  { actor }: Context,
): Decision {
  const listedAsset = view.assets.get(asset);
  if (!listedAsset) return reject('asset.unknown');
  if (amount <= 0n) return reject('amount.not.positive');
  if (isTooMuchOwed(view, asset, amount)) return reject('amount.too.large');
  const refusal =
    view.staff.told && capabilityOf(actor) === 'admin' ? refuseUnpaid(view, listedAsset, amount, reference) : null;
  if (refusal) return refusal;
  const debit = houseAccount('custody', asset);
  const entry: Entry = { kind: 'house_fund', debit, credit: houseAccount('treasury', asset), amount };
  return [{ type: 'HouseFunded', asset, amount, reference, reason, entries: [entry] }];
}

function refuseUnpaid(
  { wallet }: CoreView,
  { asset, isFiat }: Readonly<Pick<Asset, 'asset' | 'isFiat'>>,
  amount: bigint,
  reference: string | undefined,
): Rejection | null {
  if (reference === undefined || reference === '' || reference.length > REFERENCE_LENGTH_MAX)
    return reject('statement.line.missing');
  if (wallet.rechargeReferences.has(reference) || wallet.houseReferences.has(reference))
    return reject('reference.already.used');
  if (!isFiat) return null;
  const line = wallet.statement.get(lineKey(asset, 'in', reference));
  if (!line) return reject('statement.line.missing');
  return line.amount === amount ? null : reject('statement.line.mismatch', { asset, amount: `${line.amount}` });
}
