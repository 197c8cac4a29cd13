/** The user's positions, stops, open orders and market settings, reduced from the private channel. */
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type {
  ContractOrderState,
  ContractPositions,
  ContractSetting,
  ContractUpdate,
  PositionState,
  StopState,
  PositionPush,
} from '../../../../../shared/products/perpetual/stream';
import { createChannel, type ChannelState } from '../../stream/channel';
import { useInterest } from '../../stream/interest';
import { afterPush } from '../../stream/private-push';
import { keyOf } from '../../stream/stream-events';
import { useContractInfoQuery } from './contract-api';
import { contractNewsOf, type ContractNews } from './contract-news';

/** Open ones in order of opening; settings of the markets with a user choice. */
export interface ContractAccount {
  positions: readonly PositionState[];
  stops: readonly StopState[];
  orders: readonly ContractOrderState[];
  settings: readonly ContractSetting[];
}

interface Known {
  /** Journal position up to which everything is known; advances with each heartbeat. */
  seq: number | null;
  /** Position of the latest change; null before the first snapshot. */
  position: number | null;
  account: ContractAccount;
  /** Events since the page was opened, oldest first, for notices. */
  news: readonly ContractNews[];
}

export type PositionsState = ChannelState<Known, PositionPush>;

/** Default leverage at the exchange. */
const LEVERAGE_FIRST = 20;
/** Maximum of stored events. */
const NEWS_KEPT_MAX = 100;
const NOTHING: ContractAccount = { positions: [], stops: [], orders: [], settings: [] };
const TOPIC = keyOf({ channel: 'position' });

export const positionsSlice = createChannel<'positions', Known, ContractPositions, PositionPush>({
  name: 'positions',
  channel: 'position',
  unknown: { seq: null, position: null, account: NOTHING, news: [] },
  keyOf: () => TOPIC,
  ofSnapshot: ({ position, ...accountSnapshot }, { news }) => ({
    seq: position,
    position,
    account: accountAfter(NOTHING, accountSnapshot),
    news,
  }),
  after: (current, push) => afterPush(current, push, knownAfter),
});

type WithPositions = { positions: PositionsState };

/** The journal position of the latest change; null before anything is known. */
export const selectPositionsPosition = (state: WithPositions) => positionsSlice.select(state, TOPIC).position;

/** True if contracts are traded here. The frame also works without them. */
export const selectHasContracts = ({ positions }: Partial<WithPositions>) => positions !== undefined;

const NO_NEWS: Known['news'] = [];
export const selectContractNews = ({ positions }: Partial<WithPositions>) =>
  positions ? positionsSlice.select({ positions }, TOPIC).news : NO_NEWS;

const selectIsLogin = ({ session }: { session: { isLogin: 0 | 1 } }) => session.isLogin === 1;
const selectAccount = (state: WithPositions) => {
  const { position, account } = positionsSlice.select(state, TOPIC);
  return position === null ? undefined : account;
};

/** Account of the logged-in user; undefined for a visitor and before the first snapshot. */
export function useContractAccount(): ContractAccount | undefined {
  const isLogin = useSelector(selectIsLogin);
  useInterest(isLogin ? { channel: 'position' } : null);
  return useSelector(selectAccount);
}

/** Settings of a market: the user's choice, else the market's defaults. */
export function useContractSetting(market: string): ContractSetting {
  const settings = useContractAccount()?.settings;
  const storedSetting = settings?.find((setting) => setting.market === market);
  const { data: terms } = useContractInfoQuery(market, { skip: storedSetting !== undefined });
  return useMemo(() => storedSetting ?? firstSetting(market, terms), [storedSetting, market, terms]);
}

export function firstSetting(
  market: string,
  terms: { tiers: readonly { leverageMax: number }[] } | undefined,
): ContractSetting {
  const max = terms?.tiers[0]?.leverageMax ?? LEVERAGE_FIRST;
  return { market, leverage: Math.min(LEVERAGE_FIRST, max), marginMode: 'isolated', positionMode: 'hedge' };
}

function knownAfter(current: Known, update: ContractUpdate): Known {
  const freshNews = contractNewsOf(current.account, update);
  return {
    ...current,
    position: update.position,
    account: accountAfter(current.account, update),
    news: freshNews.length === 0 ? current.news : [...current.news, ...freshNews].slice(-NEWS_KEPT_MAX),
  };
}

/** An update contains changed entries as a whole; closed ones are removed. */
function accountAfter(account: ContractAccount, pushed: Omit<ContractPositions, 'position'>): ContractAccount {
  const { positions, stops, orders, settings } = account;
  return {
    positions: withChanged(
      positions,
      pushed.positions,
      ({ id }) => id,
      ({ quantity }) => quantity !== '0',
    ),
    stops: withChanged(
      stops,
      pushed.stops,
      ({ id }) => id,
      ({ phase }) => phase !== 'closed',
    ),
    orders: withChanged(
      orders,
      pushed.orders,
      ({ id }) => id,
      ({ phase }) => phase !== 'closed',
    ),
    settings: withChanged(
      settings,
      pushed.settings,
      ({ market }) => market,
      () => true,
    ),
  };
}

/** Returns the same list if nothing in it changed. */
function withChanged<T>(
  existing: readonly T[],
  changed: readonly T[],
  keyOfOne: (one: T) => string,
  isOpen: (one: T) => boolean,
): readonly T[] {
  if (changed.length === 0) return existing;
  const byKey = new Map(existing.map((one) => [keyOfOne(one), one]));
  for (const one of changed) {
    if (isOpen(one)) byKey.set(keyOfOne(one), one);
    else byKey.delete(keyOfOne(one));
  }
  return [...byKey.values()];
}
