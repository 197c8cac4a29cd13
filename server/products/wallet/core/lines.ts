/** The wallet in the canonical state. */
import { sorted } from '../../../core/folding';
import { lineRow, linesOf, type LineRow, type Told } from '../../../core/product';
import { listIn, record, recordsIn, setIn } from '../../../core/snapshot/records';
import { ownerKey, placeKey, type DepositAddress } from './deposit-address';
import { keepProvisional } from './evolve';
import { goneKey } from './one-node';
import { termsKey, type Recharge, type RechargeTerms } from './recharge';
import type { AloneGone } from './provisional';
import type { ApprovedWorth, StatementLine, WalletState } from './state';
import { lineKey } from './statement';
import type { Withdrawal } from './withdrawal';

const COUNTERS: LineRow = {
  is: 'wallet',
  *write({ wallet: { counters } }) {
    const { withdrawal, recharge, transfer } = counters;
    yield ['wallet', { withdrawal, recharge, transfer }];
  },
  restore({ wallet }, [, counters]) {
    wallet.counters = counters as WalletState['counters'];
  },
};

const WITHDRAWAL = record<Withdrawal, 'notBefore'>({ notBefore: null })(
  ...(['id', 'user', 'asset', '#amount', '#fee', 'hold', 'status', '#value', 'day'] as const),
  ...(['#secondApprovalAbove', 'approvals', 'proposedBy', 'payoutKey'] as const),
);

const REVIEW = lineRow<[is: 'review', secondApprovalAbove: string]>(
  'review',
  function* ({ wallet }) {
    yield ['review', `${wallet.secondApprovalAbove}`];
  },
  ({ wallet }, [, secondApprovalAbove]) => {
    wallet.secondApprovalAbove = BigInt(secondApprovalAbove);
  },
);

const STATED = record<StatementLine, 'importedBy'>({ importedBy: undefined })(
  ...(['asset', 'way', 'reference', '#amount', 'name'] as const),
);
const APPROVED = record<ApprovedWorth>()('at', 'withdrawal', 'user', 'by', '#worth');
const ADDRESS = record<DepositAddress>()('chain', 'index', 'user', 'address');
const TERMS = record<RechargeTerms>()('asset', 'chain', '#minimum', 'confirmations');
const RECHARGE = record<Recharge>()(
  ...(['id', 'user', 'asset', 'chain', 'reference', 'address', '#amount', 'dust'] as const),
  ...(['confirmations', 'needed', 'isRetracted'] as const),
);
const GONE = record<AloneGone>()('asset', 'day', '#amount');

/** A recharge that has ended, whichever way. */
const RECEIVED = lineRow<[is: 'received', reference: string]>(
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

const PROVISIONAL = lineRow<ProvisionalLine>(
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

const WALLET: Told<WalletState> = {
  counters: COUNTERS,
  withdrawals: recordsIn('withdrawal', ({ wallet }) => wallet.withdrawals, WITHDRAWAL, { key: ({ id }) => id }),
  secondApprovalAbove: REVIEW,
  statement: recordsIn('stated', ({ wallet }) => wallet.statement, STATED, {
    key: ({ asset, way, reference }) => lineKey(asset, way, reference),
  }),
  approved: listIn('approved', ({ wallet }) => wallet.approved, APPROVED),
  payoutReferences: setIn('paid', ({ wallet }) => wallet.payoutReferences),
  houseReferences: setIn('brought_in', ({ wallet }) => wallet.houseReferences),
  depositAddresses: recordsIn('deposit', ({ wallet }) => wallet.depositAddresses, ADDRESS, {
    key: ({ chain, index }) => placeKey(chain, index),
    note: ({ wallet }, { chain, user, index }) => wallet.depositIndexes.set(ownerKey(chain, user), index),
  }),
  depositIndexes: 'derived',
  rechargeTerms: recordsIn('terms', ({ wallet }) => wallet.rechargeTerms, TERMS, {
    key: ({ asset, chain }) => termsKey(asset, chain),
  }),
  recharges: recordsIn('recharge', ({ wallet }) => wallet.recharges, RECHARGE, {
    key: ({ id }) => id,
    note: ({ wallet }, { reference, id }) => wallet.rechargeReferences.set(reference, id),
  }),
  rechargeReferences: RECEIVED,
  provisional: PROVISIONAL,
  provisionalSums: 'derived',
  aloneSums: 'derived',
  aloneGone: recordsIn('alone_gone', ({ wallet }) => wallet.aloneGone, GONE, {
    key: ({ asset, day }) => goneKey(asset, day),
  }),
};

export const walletLines = linesOf(WALLET);
