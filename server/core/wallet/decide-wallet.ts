/** Money in and out, and amounts frozen by staff. Coins are recharged to and withdrawn from the spot account. */
import { AMOUNT_MAX } from '../amounts';
import type {
  ApplyWithdrawal,
  CancelWithdrawal,
  CreditRecharge,
  FreezeFunds,
  FundHouse,
  PayWithdrawal,
  RejectWithdrawal,
  UnfreezeFunds,
} from '../command';
import type { Decision } from '../decision';
import type { Entry } from '../ledger/entry';
import { houseAccount, userAccount } from '../ledger/entry';
import { availableOf, balanceOf } from '../ledger/ledger';
import { reject, type Rejection } from '../rejection';
import type { CoreView } from '../state';

export function decideCreditRecharge(view: CoreView, command: CreditRecharge): Decision {
  const { user, asset, amount, reference } = command;
  if (!view.members.has(user)) return reject('account.unknown');
  const refusal = refuseIncoming(view, asset, amount);
  if (refusal) return refusal;
  const entry: Entry = {
    kind: 'recharge',
    debit: houseAccount('custody', asset),
    credit: userAccount(user, 'spot', asset, 'available'),
    amount,
  };
  return [{ type: 'RechargeCredited', user, asset, amount, reference, entries: [entry] }];
}

export function decideFundHouse(view: CoreView, { asset, amount, reason }: FundHouse): Decision {
  const refusal = refuseIncoming(view, asset, amount);
  if (refusal) return refusal;
  const entry: Entry = {
    kind: 'house_fund',
    debit: houseAccount('custody', asset),
    credit: houseAccount('treasury', asset),
    amount,
  };
  return [{ type: 'HouseFunded', asset, amount, reason, entries: [entry] }];
}

/** All that is owed of an asset stays below 2^63, so no single balance can pass it either. */
function refuseIncoming(view: CoreView, asset: string, amount: bigint): Rejection | null {
  if (!view.assets.has(asset)) return reject('asset.unknown');
  if (amount <= 0n) return reject('amount.not.positive');
  if (amount - balanceOf(view.ledger, houseAccount('custody', asset)) > AMOUNT_MAX) return reject('amount.too.large');
  return null;
}

export function decideApplyWithdrawal(view: CoreView, { user, asset, amount }: ApplyWithdrawal): Decision {
  const member = view.members.get(user);
  if (!member) return reject('account.unknown');
  if (member.frozen) return reject('account.frozen');
  const terms = view.assets.get(asset);
  if (!terms) return reject('asset.unknown');
  if (amount <= 0n) return reject('amount.not.positive');
  if (amount < terms.withdrawalMin) return reject('withdrawal.too.small', { minimum: `${terms.withdrawalMin}` });
  const total = amount + terms.withdrawalFee;
  const refusal = refuseSpending(view, user, asset, total);
  if (refusal) return refusal;
  const hold = view.counters.hold;
  return [
    {
      type: 'WithdrawalApplied',
      withdrawal: view.counters.withdrawal,
      user,
      asset,
      amount,
      fee: terms.withdrawalFee,
      hold,
      entries: [freezing('withdrawal_apply', user, asset, total, hold)],
    },
  ];
}

export function decidePayWithdrawal(view: CoreView, { withdrawal: id, reference }: PayWithdrawal): Decision {
  const withdrawal = view.withdrawals.get(id);
  if (!withdrawal) return reject('withdrawal.not.found');
  const { user, asset, amount, fee, hold } = withdrawal;
  const debit = userAccount(user, 'spot', asset, 'frozen');
  const entries: Entry[] = [{ kind: 'withdrawal', debit, credit: houseAccount('custody', asset), amount, hold }];
  if (fee > 0n) entries.push({ kind: 'withdrawal_fee', debit, credit: houseAccount('fees', asset), amount: fee, hold });
  return [{ type: 'WithdrawalPaid', withdrawal: id, user, reference, entries }];
}

export function decideRejectWithdrawal(view: CoreView, { withdrawal: id, reason }: RejectWithdrawal): Decision {
  const withdrawal = view.withdrawals.get(id);
  if (!withdrawal) return reject('withdrawal.not.found');
  const { user, asset, amount, fee, hold } = withdrawal;
  const entries = [unfreezing('withdrawal_rejected', user, asset, amount + fee, hold)];
  return [{ type: 'WithdrawalRejected', withdrawal: id, user, reason, entries }];
}

export function decideCancelWithdrawal(view: CoreView, { user, withdrawal: id }: CancelWithdrawal): Decision {
  const withdrawal = view.withdrawals.get(id);
  if (!withdrawal || withdrawal.user !== user) return reject('withdrawal.not.found');
  const { asset, amount, fee, hold } = withdrawal;
  const entries = [unfreezing('withdrawal_cancelled', user, asset, amount + fee, hold)];
  return [{ type: 'WithdrawalCancelled', withdrawal: id, user, entries }];
}

export function decideFreezeFunds(view: CoreView, { user, asset, amount, reason }: FreezeFunds): Decision {
  if (!view.members.has(user)) return reject('account.unknown');
  if (!view.assets.has(asset)) return reject('asset.unknown');
  if (amount <= 0n) return reject('amount.not.positive');
  const refusal = refuseSpending(view, user, asset, amount);
  if (refusal) return refusal;
  const hold = view.counters.hold;
  const entries = [freezing('admin_freeze', user, asset, amount, hold)];
  return [{ type: 'FundsFrozen', hold, user, asset, amount, reason, entries }];
}

export function decideUnfreezeFunds(view: CoreView, { hold: id, reason }: UnfreezeFunds): Decision {
  const hold = view.holds.get(id);
  if (!hold || hold.reason !== 'admin') return reject('hold.not.found');
  const entries = [unfreezing('admin_unfreeze', hold.user, hold.asset, hold.remaining, id)];
  return [{ type: 'FundsUnfrozen', hold: id, user: hold.user, reason, entries }];
}

function refuseSpending(view: CoreView, user: number, asset: string, amount: bigint): Rejection | null {
  if (amount > AMOUNT_MAX) return reject('amount.too.large');
  const available = availableOf(view.ledger, user, asset);
  if (amount > available)
    return reject('balance.insufficient', { asset, required: `${amount}`, available: `${available}` });
  return null;
}

function freezing(
  kind: 'withdrawal_apply' | 'admin_freeze',
  user: number,
  asset: string,
  amount: bigint,
  hold: number,
): Entry {
  return {
    kind,
    debit: userAccount(user, 'spot', asset, 'available'),
    credit: userAccount(user, 'spot', asset, 'frozen'),
    amount,
    hold,
  };
}

function unfreezing(
  kind: 'withdrawal_rejected' | 'withdrawal_cancelled' | 'admin_unfreeze',
  user: number,
  asset: string,
  amount: bigint,
  hold: number,
): Entry {
  return {
    kind,
    debit: userAccount(user, 'spot', asset, 'frozen'),
    credit: userAccount(user, 'spot', asset, 'available'),
    amount,
    hold,
  };
}
