/** What the user has, by account and asset, folded from the private channel. */
import type { AccountKind } from '../../../../shared/rules/account-kinds';
import type { Balance, BalancePush, BalanceSnapshot } from '../../../../shared/wire/market-data';
import { createChannel, type ChannelState } from '../../shared/stream/channel';
import { afterPush } from '../../shared/stream/private-push';
import { keyOf } from '../../shared/stream/stream-events';

type ByAsset = Readonly<Record<string, Balance>>;
/** An account of which nothing was ever told is empty. */
export type ByAccount = Readonly<Partial<Record<AccountKind, ByAsset>>>;

interface Known {
  /** Journal position up to which everything is known; goes on with each beat. */
  seq: number | null;
  /** That of the latest change; null before the first snapshot. */
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
  after: (known, push) =>
    afterPush(known, push, ({ seq, byAccount }, { position, balances }) => ({
      ...{ seq, position },
      byAccount: balances.reduce(accountsAfter, byAccount),
    })),
});

type WithBalances = { balances: BalancesState };
const select = (state: WithBalances) => balancesSlice.select(state, TOPIC);

export const selectBalancesPosition = (state: WithBalances) => select(state).position;
export const selectAccounts = (state: WithBalances) => select(state).byAccount;
/** Of the spot account, which orders trade with. */
export const selectBalances = (state: WithBalances) => select(state).byAccount.spot ?? NOTHING;
export const selectAvailable = (state: WithBalances, asset: string): string =>
  select(state).byAccount.spot?.[asset]?.available ?? '0';

function accountsAfter(accounts: ByAccount, balance: Balance): ByAccount {
  const { account, asset } = balance;
  return { ...accounts, [account]: { ...accounts[account], [asset]: balance } };
}
