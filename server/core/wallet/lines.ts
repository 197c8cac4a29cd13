/** The wallet in the canonical state. */
import { sorted } from '../folding';
import { lineRow, linesOf, type Told } from '../product';
import type { CoreState } from '../state';
import type { StatementWay } from './commands';
import { ownerKey, placeKey } from './deposit-address';
import { keepProvisional } from './evolve';
import { goneKey } from './one-node';
import { termsKey, type Recharge } from './recharge';
import type { WalletState } from './state';
import { lineKey } from './statement';
import type { Withdrawal } from './withdrawal';

const countersLine = lineRow<[is: 'wallet', counters: WalletState['counters']]>(
  'wallet',
  function* ({ wallet: { counters } }) {
    const { withdrawal, recharge, transfer } = counters;
    yield ['wallet', { withdrawal, recharge, transfer }];
  },
  ({ wallet }, [, counters]) => {
    wallet.counters = counters;
  },
);

type WithdrawalLine = [
  is: 'withdrawal',
  id: number,
  user: number,
  asset: string,
  amount: string,
  fee: string,
  hold: number,
  status: Withdrawal['status'],
  value: string | null,
  day: number | null,
  secondApprovalAbove: string,
  approvals: number[],
  proposedBy: number | null,
  payoutKey: string | null,
  /** Where there is one: the lines of all others are what they were before there were any. */
  ...notBefore: [] | [number],
];

const withdrawalLine = lineRow<WithdrawalLine>(
  'withdrawal',
  function* ({ wallet }) {
    for (const [, open] of sorted(wallet.withdrawals)) yield toldWithdrawal(open);
  },
  restoreWithdrawal,
);

function toldWithdrawal({
  id,
  user,
  asset,
  amount,
  fee,
  hold,
  status,
  value,
  day,
  notBefore,
  secondApprovalAbove,
  approvals,
  proposedBy,
  payoutKey,
}: Withdrawal): WithdrawalLine {
  const worth = value === null ? null : `${value}`;
  const facts = [id, user, asset, `${amount}`, `${fee}`, hold, status, worth, day] as const;
  const reviewed = [`${secondApprovalAbove}`, approvals, proposedBy, payoutKey] as const;
  return ['withdrawal', ...facts, ...reviewed, ...(notBefore === null ? ([] as const) : ([notBefore] as const))];
}

function restoreWithdrawal(state: CoreState, line: WithdrawalLine): void {
  const [, id, user, asset, amount, fee, hold, status, value, day, ...reviewed] = line;
  const [secondApprovalAbove, approvals, proposedBy, payoutKey, notBefore = null] = reviewed;
  state.wallet.withdrawals.set(id, {
    id,
    user,
    asset,
    amount: BigInt(amount),
    fee: BigInt(fee),
    hold,
    status,
    value: value === null ? null : BigInt(value),
    day,
    notBefore,
    secondApprovalAbove: BigInt(secondApprovalAbove),
    approvals,
    proposedBy,
    payoutKey,
  });
}

const reviewLine = lineRow<[is: 'review', secondApprovalAbove: string]>(
  'review',
  function* ({ wallet }) {
    yield ['review', `${wallet.secondApprovalAbove}`];
  },
  ({ wallet }, [, secondApprovalAbove]) => {
    wallet.secondApprovalAbove = BigInt(secondApprovalAbove);
  },
);

type StatedLine = [
  is: 'stated',
  asset: string,
  way: StatementWay,
  reference: string,
  amount: string,
  name: string,
  importedBy?: number,
];

const statedLine = lineRow<StatedLine>(
  'stated',
  function* ({ wallet }) {
    for (const [, { asset, way, reference, amount, name, importedBy }] of sorted(wallet.statement)) {
      yield [
        'stated',
        asset,
        way,
        reference,
        `${amount}`,
        name,
        ...(importedBy === undefined ? ([] as const) : ([importedBy] as const)),
      ];
    }
  },
  ({ wallet }, [, asset, way, reference, units, name, importedBy]) => {
    const line = { asset, way, reference, amount: BigInt(units), name, importedBy };
    wallet.statement.set(lineKey(asset, way, reference), line);
  },
);

type ApprovedLine = [is: 'approved', at: number, withdrawal: number, user: number, by: number, worth: string];

const approvedLine = lineRow<ApprovedLine>(
  'approved',
  function* ({ wallet }) {
    for (const { at, withdrawal, user, by, worth } of wallet.approved) {
      yield ['approved', at, withdrawal, user, by, `${worth}`];
    }
  },
  ({ wallet }, [, at, withdrawal, user, by, worth]) => {
    wallet.approved.push({ at, withdrawal, user, by, worth: BigInt(worth) });
  },
);

const paidLine = lineRow<[is: 'paid', reference: string]>(
  'paid',
  function* ({ wallet }) {
    for (const reference of [...wallet.payoutReferences].sort()) yield ['paid', reference];
  },
  ({ wallet }, [, reference]) => {
    wallet.payoutReferences.add(reference);
  },
);

const depositLine = lineRow<[is: 'deposit', chain: string, index: number, user: number, address: string]>(
  'deposit',
  function* ({ wallet }) {
    for (const [, { chain, index, user, address }] of sorted(wallet.depositAddresses)) {
      yield ['deposit', chain, index, user, address];
    }
  },
  ({ wallet }, [, chain, index, user, address]) => {
    wallet.depositAddresses.set(placeKey(chain, index), { user, chain, index, address });
    wallet.depositIndexes.set(ownerKey(chain, user), index);
  },
);

const termsLine = lineRow<[is: 'terms', asset: string, chain: string, minimum: string, confirmations: number]>(
  'terms',
  function* ({ wallet }) {
    for (const [, { asset, chain, minimum, confirmations }] of sorted(wallet.rechargeTerms)) {
      yield ['terms', asset, chain, `${minimum}`, confirmations];
    }
  },
  ({ wallet }, [, asset, chain, minimum, confirmations]) => {
    wallet.rechargeTerms.set(termsKey(asset, chain), { asset, chain, minimum: BigInt(minimum), confirmations });
  },
);

type RechargeLine = [
  is: 'recharge',
  id: number,
  user: number,
  asset: string,
  chain: string,
  reference: string,
  address: string | null,
  amount: string,
  dust: string | null,
  confirmations: number,
  needed: number,
  isRetracted: boolean,
];

const rechargeLine = lineRow<RechargeLine>(
  'recharge',
  function* ({ wallet }) {
    for (const [, open] of sorted(wallet.recharges)) yield toldRecharge(open);
  },
  restoreRecharge,
);

function toldRecharge(recharge: Recharge): RechargeLine {
  const { id, user, asset, chain, reference, address, amount, dust, confirmations, needed, isRetracted } = recharge;
  const facts = [id, user, asset, chain, reference, address, `${amount}`, dust, confirmations, needed] as const;
  return ['recharge', ...facts, isRetracted];
}

function restoreRecharge(state: CoreState, line: RechargeLine): void {
  const [, id, user, asset, chain, reference, address, amount, dust, confirmations, needed, isRetracted] = line;
  const facts = { id, user, asset, chain, reference, address, amount: BigInt(amount), dust, confirmations, needed };
  state.wallet.recharges.set(id, { ...facts, isRetracted });
  state.wallet.rechargeReferences.set(reference, id);
}

const broughtLine = lineRow<[is: 'brought_in', reference: string]>(
  'brought_in',
  function* ({ wallet }) {
    for (const reference of [...wallet.houseReferences].sort()) yield ['brought_in', reference];
  },
  ({ wallet }, [, reference]) => {
    wallet.houseReferences.add(reference);
  },
);

/** A recharge that has ended, whichever way. */
const receivedLine = lineRow<[is: 'received', reference: string]>(
  'received',
  function* ({ wallet }) {
    for (const [reference, open] of sorted(wallet.rechargeReferences)) if (open === 0) yield ['received', reference];
  },
  ({ wallet }, [, reference]) => {
    wallet.rechargeReferences.set(reference, 0);
  },
);

type ProvisionalLine = [
  is: 'provisional',
  reference: string,
  recharge: number,
  user: number,
  asset: string,
  amount: string,
  /** 1 where one node alone has told of it: the lines of all others are what they were before that was counted. */
  ...alone: [] | [1],
];

const provisionalLine = lineRow<ProvisionalLine>(
  'provisional',
  function* ({ wallet }) {
    for (const [reference, { recharge, user, asset, amount, alone }] of sorted(wallet.provisional)) {
      yield ['provisional', reference, recharge, user, asset, `${amount}`, ...(alone ? ([1] as const) : ([] as const))];
    }
  },
  (state, [, reference, recharge, user, asset, amount, alone]) => {
    keepProvisional(state, { recharge, user, asset, amount: BigInt(amount), reference, alone: alone === 1 });
  },
);

const goneLine = lineRow<[is: 'alone_gone', asset: string, day: number, amount: string]>(
  'alone_gone',
  function* ({ wallet }) {
    for (const [, { asset, day, amount }] of sorted(wallet.aloneGone)) yield ['alone_gone', asset, day, `${amount}`];
  },
  ({ wallet }, [, asset, day, amount]) => {
    wallet.aloneGone.set(goneKey(asset, day), { asset, day, amount: BigInt(amount) });
  },
);

const WALLET: Told<WalletState> = {
  counters: countersLine,
  withdrawals: withdrawalLine,
  secondApprovalAbove: reviewLine,
  statement: statedLine,
  approved: approvedLine,
  payoutReferences: paidLine,
  houseReferences: broughtLine,
  depositAddresses: depositLine,
  depositIndexes: 'derived',
  rechargeTerms: termsLine,
  recharges: rechargeLine,
  rechargeReferences: receivedLine,
  provisional: provisionalLine,
  provisionalSums: 'derived',
  aloneSums: 'derived',
  aloneGone: goneLine,
};

export const walletLines = linesOf(WALLET);
