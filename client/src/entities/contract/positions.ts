/** The user's positions, their stops and open orders, and what was chosen for markets, folded from the private channel. */
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type {
  ContractOrderState,
  ContractPositions,
  ContractSetting,
  ContractUpdate,
  PositionState,
  StopState,
} from '../../../../shared/products/perpetual/stream';
import type { PositionPush } from '../../../../shared/wire/market-data';
import { createChannel, type ChannelState } from '../../shared/stream/channel';
import { useInterest } from '../../shared/stream/interest';
import { afterPush } from '../../shared/stream/private-push';
import { keyOf } from '../../shared/stream/stream-events';
import { useContractInfoQuery } from './contract-api';
import { contractNewsOf, type ContractNews } from './contract-news';

/** Those that are open, in order of opening; settings of the markets in which anything was chosen. */
export interface ContractAccount {
  positions: readonly PositionState[];
  stops: readonly StopState[];
  orders: readonly ContractOrderState[];
  settings: readonly ContractSetting[];
}

interface Known {
  /** Journal position up to which everything is known; goes on with each beat. */
  seq: number | null;
  /** That of the latest change; null before the first snapshot. */
  position: number | null;
  account: ContractAccount;
  /** What has happened since the page was opened, oldest first: what the user may be told. */
  news: readonly ContractNews[];
}

export type PositionsState = ChannelState<Known, PositionPush>;

/** What a user who chose nothing has, as the exchange has it. */
const LEVERAGE_FIRST = 20;
/** More than is told of at once. */
const NEWS_KEPT_MAX = 100;
const NOTHING: ContractAccount = { positions: [], stops: [], orders: [], settings: [] };
const TOPIC = keyOf({ channel: 'position' });

export const positionsSlice = createChannel<'positions', Known, ContractPositions, PositionPush>({
  name: 'positions',
  channel: 'position',
  unknown: { seq: null, position: null, account: NOTHING, news: [] },
  keyOf: () => TOPIC,
  ofSnapshot: ({ position, ...told }, { news }) => ({
    seq: position,
    position,
    account: accountAfter(NOTHING, told),
    news,
  }),
  after: (known, push) => afterPush(known, push, knownAfter),
});

type WithPositions = { positions: PositionsState };

/** The journal position of the latest change; null before anything is known. */
export const selectPositionsPosition = (state: WithPositions) => positionsSlice.select(state, TOPIC).position;

/** Whether contracts are among what is traded here: the frame does without them. */
export const selectHasContracts = ({ positions }: Partial<WithPositions>) => positions !== undefined;

const NO_NEWS: Known['news'] = [];
export const selectContractNews = ({ positions }: Partial<WithPositions>) =>
  positions ? positionsSlice.select({ positions }, TOPIC).news : NO_NEWS;

const selectIsLogin = ({ session }: { session: { isLogin: 0 | 1 } }) => session.isLogin === 1;
const selectAccount = (state: WithPositions) => {
  const { position, account } = positionsSlice.select(state, TOPIC);
  return position === null ? undefined : account;
};

/** Of who is logged in; undefined for a visitor, and until the stream has told it. */
export function useContractAccount(): ContractAccount | undefined {
  const isLogin = useSelector(selectIsLogin);
  useInterest(isLogin ? { channel: 'position' } : null);
  return useSelector(selectAccount);
}

/** What trading in a market goes by: as the user chose, else the market's first. */
export function useContractSetting(market: string): ContractSetting {
  const settings = useContractAccount()?.settings;
  const chosen = settings?.find((setting) => setting.market === market);
  const { data: terms } = useContractInfoQuery(market, { skip: chosen !== undefined });
  return useMemo(() => chosen ?? firstSetting(market, terms), [chosen, market, terms]);
}

export function firstSetting(
  market: string,
  terms: { tiers: readonly { leverageMax: number }[] } | undefined,
): ContractSetting {
  const most = terms?.tiers[0]?.leverageMax ?? LEVERAGE_FIRST;
  return { market, leverage: Math.min(LEVERAGE_FIRST, most), marginMode: 'isolated', positionMode: 'hedge' };
}

function knownAfter(known: Known, update: ContractUpdate): Known {
  const told = contractNewsOf(known.account, update);
  return {
    ...known,
    position: update.position,
    account: accountAfter(known.account, update),
    news: told.length === 0 ? known.news : [...known.news, ...told].slice(-NEWS_KEPT_MAX),
  };
}

/** What a batch changed comes in the same lists, whole: what is closed in them goes. */
function accountAfter(account: ContractAccount, told: Omit<ContractPositions, 'position'>): ContractAccount {
  const { positions, stops, orders, settings } = account;
  return {
    positions: withChanged(
      positions,
      told.positions,
      ({ id }) => id,
      ({ quantity }) => quantity !== '0',
    ),
    stops: withChanged(
      stops,
      told.stops,
      ({ id }) => id,
      ({ phase }) => phase !== 'closed',
    ),
    orders: withChanged(
      orders,
      told.orders,
      ({ id }) => id,
      ({ phase }) => phase !== 'closed',
    ),
    settings: withChanged(
      settings,
      told.settings,
      ({ market }) => market,
      () => true,
    ),
  };
}

/** The same list when nothing of it changed. */
function withChanged<T>(
  known: readonly T[],
  changed: readonly T[],
  keyOfOne: (one: T) => string,
  isOpen: (one: T) => boolean,
): readonly T[] {
  if (changed.length === 0) return known;
  const byKey = new Map(known.map((one) => [keyOfOne(one), one]));
  for (const one of changed) {
    if (isOpen(one)) byKey.set(keyOfOne(one), one);
    else byKey.delete(keyOfOne(one));
  }
  return [...byKey.values()];
}
