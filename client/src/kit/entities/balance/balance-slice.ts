/** The user's balances by account and asset, reduced from the private channel. */
import type { AccountKind } from '../../../../../shared/rules/account-kinds';
import type { Balance, BalancePush, BalanceSnapshot } from '../../../../../shared/wire/market-data';
import { createChannel, type ChannelState } from '../../stream/channel';
import { afterPush } from '../../stream/private-push';
import { keyOf } from '../../stream/stream-events';

type ByAsset = Readonly<Record<string, Balance>>;
/** Accounts without any update are empty. */
export type ByAccount = Readonly<Partial<Record<AccountKind, ByAsset>>>;

interface Known {
  /** Journal position up to which everything is known; advances with each heartbeat. */
  seq: number | null;
  /** Position of the latest change; null before the first snapshot. */
  position: number | null;
  byAccount: ByAccount;
}

export type BalancesState = ChannelState<Known, BalancePush>;

const NOTHING: ByAsset = {};
const TOPIC = keyOf({ channel: 'balance' });

export const balancesSlice = createChannel<'balances', Known, BalanceSnapshot, BalancePush>({
  name: 'balances',
  channel: 'balance',
  unknown: { seq: null, position: null, byAccount: {} },
  keyOf: () => TOPIC,
  ofSnapshot: ({ position, balances }) => ({
    seq: position,
    position,
    byAccount: balances.reduce(accountsAfter, {}),
  }),
  after: (current, push) =>
    afterPush(current, push, ({ seq, byAccount }, { position, balances }) => ({
      ...{ seq, position },
      byAccount: balances.reduce(accountsAfter, byAccount),
    })),
});

type WithBalances = { balances: BalancesState };
const select = (state: WithBalances) => balancesSlice.select(state, TOPIC);

export const selectBalancesPosition = (state: WithBalances) => select(state).position;
export const selectAccounts = (state: WithBalances) => select(state).byAccount;
/** Balances of the spot account, which orders use. */
export const selectBalances = (state: WithBalances) => select(state).byAccount.spot ?? NOTHING;
export const selectAvailable = (state: WithBalances, asset: string): string =>
  select(state).byAccount.spot?.[asset]?.available ?? '0';

function accountsAfter(accounts: ByAccount, balance: Balance): ByAccount {
  const { account, asset } = balance;
  return { ...accounts, [account]: { ...accounts[account], [asset]: balance } };
}
