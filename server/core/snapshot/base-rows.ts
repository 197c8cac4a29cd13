/** The shared ground in the canonical state. Every field has an entry; each comes after the fields it refers to. */
import type { AccountKind } from '../../../shared/rules/account-kinds';
import { sortedByKey } from '../evolve-helpers';
import type { UserAccount } from '../ledger/account';
import { userAccount, type AccountName } from '../ledger/entry';
import type { Hold, HoldReason } from '../ledger/hold';
import { accountNamed } from '../ledger/ledger';
import {
  assetChangesLine,
  assetLine,
  assetStateLine,
  bookLine,
  marketChangesLine,
  marketLine,
  orderFeeLine,
  orderLine,
  reachedLine,
  tradedLine,
  triggersLine,
} from '../market/snapshot';
import { erasedLine, floorLine, lastingLine, memberLine, memoryLine, relationLine } from '../member/snapshot';
import { snapshotRow, snapshotRowsOf, type Part, type SnapshotRows } from '../product';
import type { Counters, BaseState, HighestIds } from '../state';

type CoreLine = [is: 'core', position: number, at: number, counters: Counters, highest: HighestIds];

const coreLine = snapshotRow<CoreLine>(
  'core',
  function* ({ position, at, counters: { order, trade, hold }, highest: { user, card } }) {
    yield ['core', position, at, { order, trade, hold }, { user, card }];
  },
  (state, line) => {
    [, state.position, state.at, state.counters, state.highest] = line;
  },
);

const accountLine = snapshotRow<[is: 'account', name: AccountName, balance: string]>(
  'account',
  function* ({ ledger }) {
    for (const [name, { balance }] of sortedByKey(ledger.accounts)) yield ['account', name, `${balance}`];
  },
  ({ ledger }, [, name, balance]) => {
    accountNamed(ledger, name).balance = BigInt(balance);
  },
);

type HoldLine = [
  is: 'hold',
  id: number,
  reason: HoldReason,
  user: number,
  account: AccountKind,
  asset: string,
  remaining: string,
  /** Only for holds that are locked or split from another one. */
  ...more: [] | [locked: boolean, origin: number | null],
];

const holdLine = snapshotRow<HoldLine>(
  'hold',
  function* ({ holds }) {
    for (const [id, { reason, account, remaining, origin = null }] of sortedByKey(holds)) {
      const { user, kind, asset } = account;
      const locked = account.side === 'locked';
      const optionalFields: [] | [boolean, number | null] = locked || origin !== null ? [locked, origin] : [];
      yield ['hold', id, reason, user, kind, asset, `${remaining}`, ...optionalFields];
    }
  },
  ({ ledger, holds }, [, id, reason, user, kind, asset, remaining, locked, origin]) => {
    const name = userAccount(user, kind, asset, locked === true ? 'locked' : 'frozen');
    const account = accountNamed(ledger, name) as UserAccount;
    const hold: Hold = { id, reason, account, remaining: BigInt(remaining) };
    if (typeof origin === 'number') hold.origin = origin;
    holds.set(id, hold);
  },
);

const GROUND: SnapshotRows<BaseState> = {
  position: coreLine,
  at: 'with position',
  counters: 'with position',
  highest: 'with position',
  assets: [assetLine, assetStateLine, assetChangesLine],
  markets: [marketLine, marketChangesLine, tradedLine],
  members: [memberLine, floorLine, relationLine, erasedLine],
  ledger: accountLine,
  holds: holdLine,
  orders: [orderLine, orderFeeLine, bookLine, triggersLine],
  reached: reachedLine,
  frozenTraders: 'derived',
  memories: memoryLine,
  lasting: lastingLine,
};

export const basePart = { commands: {}, events: {}, snapshotRows: snapshotRowsOf(GROUND) } satisfies Part;
