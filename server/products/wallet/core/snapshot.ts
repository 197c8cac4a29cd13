/** The wallet in the canonical state. */
import { sortedByKey } from '../../../core/evolve-helpers';
import { snapshotRow, snapshotRowsOf, type SnapshotRow, type SnapshotRows } from '../../../core/product';
import { listRow, recordCodec, recordsRow, setRow } from '../../../core/snapshot/record-rows';
import { ownerKey, placeKey, type DepositAddress } from './deposit-address';
import { addProvisionalCredit } from './evolve';
import { revertedKey } from './single-node-limits';
import { termsKey, type Recharge, type RechargeTerms } from './recharge';
import type { RevertedSum } from './provisional';
import type { ApprovedWorth, StatementLine, WalletState } from './state';
import { lineKey } from './statement';
import type { Withdrawal } from './withdrawal';

const COUNTERS: SnapshotRow = {
  is: 'wallet',
  *write({ wallet: { counters } }) {
    const { withdrawal, recharge, transfer } = counters;
    yield ['wallet', { withdrawal, recharge, transfer }];
  },
  restore({ wallet }, [, counters]) {
    wallet.counters = counters as WalletState['counters'];
  },
};

const WITHDRAWAL = recordCodec<Withdrawal, 'notBefore'>({ notBefore: null })(
  ...(['id', 'user', 'asset', '#amount', '#fee', 'hold', 'status', '#value', 'day'] as const),
  ...(['#secondApprovalAbove', 'approvals', 'proposedBy', 'payoutKey'] as const),
);

const REVIEW = snapshotRow<[is: 'review', secondApprovalAbove: string]>(
  'review',
  function* ({ wallet }) {
    yield ['review', `${wallet.secondApprovalAbove}`];
  },
  ({ wallet }, [, secondApprovalAbove]) => {
    wallet.secondApprovalAbove = BigInt(secondApprovalAbove);
  },
);

const STATED = recordCodec<StatementLine, 'importedBy'>({ importedBy: undefined })(
  ...(['asset', 'way', 'reference', '#amount', 'name'] as const),
);
const APPROVED = recordCodec<ApprovedWorth>()('at', 'withdrawal', 'user', 'by', '#worth');
const ADDRESS = recordCodec<DepositAddress>()('chain', 'index', 'user', 'address');
const TERMS = recordCodec<RechargeTerms>()('asset', 'chain', '#minimum', 'confirmations');
const RECHARGE = recordCodec<Recharge>()(
  ...(['id', 'user', 'asset', 'chain', 'reference', 'address', '#amount', 'dust'] as const),
  ...(['confirmations', 'needed', 'isRetracted'] as const),
);
const GONE = recordCodec<RevertedSum>()('asset', 'day', '#amount');

/** A recharge that has ended, whichever way. */
const RECEIVED = snapshotRow<[is: 'received', reference: string]>(
  'received',
  function* ({ wallet }) {
    for (const [reference, open] of sortedByKey(wallet.rechargeReferences))
      if (open === 0) yield ['received', reference];
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
  /** 1 if reported by one node only; absent otherwise, so that all other lines keep their earlier form. */
  ...alone: [] | [1],
];

const PROVISIONAL = snapshotRow<ProvisionalLine>(
  'provisional',
  function* ({ wallet }) {
    for (const [reference, { recharge, user, asset, amount, alone }] of sortedByKey(wallet.provisional)) {
      yield ['provisional', reference, recharge, user, asset, `${amount}`, ...(alone ? ([1] as const) : ([] as const))];
    }
  },
  (state, [, reference, recharge, user, asset, amount, alone]) => {
    addProvisionalCredit(state, { recharge, user, asset, amount: BigInt(amount), reference, alone: alone === 1 });
  },
);

const WALLET: SnapshotRows<WalletState> = {
  counters: COUNTERS,
  withdrawals: recordsRow('withdrawal', ({ wallet }) => wallet.withdrawals, WITHDRAWAL, { key: ({ id }) => id }),
  secondApprovalAbove: REVIEW,
  statement: recordsRow('stated', ({ wallet }) => wallet.statement, STATED, {
    key: ({ asset, way, reference }) => lineKey(asset, way, reference),
  }),
  approved: listRow('approved', ({ wallet }) => wallet.approved, APPROVED),
  payoutReferences: setRow('paid', ({ wallet }) => wallet.payoutReferences),
  houseReferences: setRow('brought_in', ({ wallet }) => wallet.houseReferences),
  depositAddresses: recordsRow('deposit', ({ wallet }) => wallet.depositAddresses, ADDRESS, {
    key: ({ chain, index }) => placeKey(chain, index),
    note: ({ wallet }, { chain, user, index }) => wallet.depositIndexes.set(ownerKey(chain, user), index),
  }),
  depositIndexes: 'derived',
  rechargeTerms: recordsRow('terms', ({ wallet }) => wallet.rechargeTerms, TERMS, {
    key: ({ asset, chain }) => termsKey(asset, chain),
  }),
  recharges: recordsRow('recharge', ({ wallet }) => wallet.recharges, RECHARGE, {
    key: ({ id }) => id,
    note: ({ wallet }, { reference, id }) => wallet.rechargeReferences.set(reference, id),
  }),
  rechargeReferences: RECEIVED,
  provisional: PROVISIONAL,
  provisionalSums: 'derived',
  aloneSums: 'derived',
  aloneGone: recordsRow('alone_gone', ({ wallet }) => wallet.aloneGone, GONE, {
    key: ({ asset, day }) => revertedKey(asset, day),
  }),
};

export const walletSnapshotRows = snapshotRowsOf(WALLET);
