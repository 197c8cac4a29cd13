/** The user's holdings of financial products and mining, from the private channel. */
import { useSelector } from 'react-redux';
import type { EarnHoldings, EarnPush, FinancialHolding, MiningHolding } from '../../../../../shared/products/earn/wire';
import { sumOf } from '../../../kit/lib/numbers/exact';
import { createChannel, type ChannelState } from '../../../kit/stream/channel';
import { useInterest } from '../../../kit/stream/interest';
import { afterPush } from '../../../kit/stream/private-push';
import { keyOf } from '../../../kit/stream/stream-events';
import type { EarnKind } from './earn-api';

interface Known {
  /** Journal position up to which the state is complete; advances with heartbeats. */
  seq: number | null;
  /** Journal position of the latest change; null before the first snapshot. */
  position: number | null;
  /** In order of purchase. */
  financial: readonly FinancialHolding[];
  mining: readonly MiningHolding[];
}

export type EarnState = ChannelState<Known, EarnPush>;

const TOPIC = keyOf({ channel: 'earn' });

export const earnSlice = createChannel<'earn', Known, EarnHoldings, EarnPush>({
  name: 'earn',
  channel: 'earn',
  unknown: { seq: null, position: null, financial: [], mining: [] },
  keyOf: () => TOPIC,
  ofSnapshot: ({ position, financial, mining }) => ({ seq: position, position, financial, mining }),
  after: (state, push) =>
    afterPush(state, push, ({ seq, financial, mining }, update) => ({
      ...{ seq, position: update.position },
      financial: rowsAfter(financial, update.financial, isHeld),
      mining: rowsAfter(mining, update.mining, isMined),
    })),
});

type WithEarn = { earn: EarnState };

/** Journal position of the latest change; null before the first snapshot. */
export const selectEarnPosition = (state: WithEarn) => earnSlice.select(state, TOPIC).position;
export const selectEarnLiveness = (state: WithEarn) => earnSlice.select(state, TOPIC).liveness;

/** Undefined for visitors and until the snapshot arrives. */
export function useHoldings<Kind extends EarnKind>(kind: Kind): Known[Kind] | undefined {
  const isLogin = useSelector(({ session }: { session: { isLogin: 0 | 1 } }) => session.isLogin === 1);
  useInterest(isLogin ? { channel: 'earn' } : null);
  return useSelector((state: WithEarn) => {
    const holdings = earnSlice.select(state, TOPIC);
    return holdings.position === null ? undefined : holdings[kind];
  });
}

/** Total amount the user holds of a product. */
export function useOwnAmount(kind: EarnKind, product: string): string {
  const holdings: readonly (FinancialHolding | MiningHolding)[] = useHoldings(kind) ?? [];
  return sumOf(holdings.filter((one) => one.product === product).map(({ amount }) => amount));
}

const isHeld = ({ status }: FinancialHolding) => status === 'buying' || status === 'earning';
const isMined = ({ status }: MiningHolding) => status !== 'ended';

/** Changed rows keep their position; ended ones are removed. */
function rowsAfter<Row extends { purchase: string }>(
  rows: readonly Row[],
  changed: readonly Row[],
  isOpen: (row: Row) => boolean,
): readonly Row[] {
  const byId = new Map(rows.map((row) => [row.purchase, row]));
  for (const row of changed) {
    if (isOpen(row)) byId.set(row.purchase, row);
    else byId.delete(row.purchase);
  }
  return [...byId.values()];
}
