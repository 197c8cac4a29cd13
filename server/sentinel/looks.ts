/** One look at one part of the ledger: at its users by slices, at what there is once, at a chain. */
import { HOUSE_ACCOUNTS } from '../../shared/rules/entry-kinds';
import { houseAccount, marketAccount, parseAccount, type AccountName } from '../core/ledger/entry';
import { positionOf, type Batch } from '../core/event';
import type { CoreState } from '../core/state';
import type { LiveViews } from '../views/live/live-views';
import { readCheckpoint } from '../views/stored/checkpoint';
import type { ReadModels, RecordsDatabase, ViewsDatabase } from '../views/stored/views-database';
import { compareLedger } from './compare-ledger';
import { assetOfAccount, compareHouse, compareLive, marketOf } from './compare-live';
import type { DurableTail } from './durable-tail';
import { differencesOf, userOf, type Comparison, type Found, type Unknown } from './found';
import {
  broughtUp,
  copyHouse,
  copyUsers,
  untouched,
  type LaterCopy,
  type LedgerCopy,
  type Named,
  type UserRange,
} from './ledger-copy';
import { storedBalances, storedFrozen, storedOrders, storedWithdrawals, type StoredFigures } from './stored-figures';

export interface LookParts {
  state: () => CoreState;
  live: Pick<LiveViews, 'balances' | 'orders' | 'position' | 'waitFor'>;
  stored: ViewsDatabase;
  records: RecordsDatabase;
  tail: DurableTail;
  /** How long whoever is behind is waited for. */
  patienceMs: number;
}

/** What the sentinel adds: whether it ends, which nobody waits for then. */
export interface LookingParts extends LookParts {
  isClosed: () => boolean;
}

export interface Looked {
  found: Found[];
  /** Of each comparison that was tried: at which position, or why it could not be. */
  made: Map<Comparison, { position: number } | { why: Unknown }>;
}

/** More than this many accounts or holds are not added up at once, where orders are matched. */
const AT_ONCE_MAX = 10_000;
/** Nor are more batches folded at once: whoever is further behind is compared at another time. */
const FOLDED_MAX = 5_000;
const ASK_AGAIN_MS = 50;

/** The sentinel ends, or the memory was made anew: what was copied of it may never have become durable. */
class Over extends Error {}

export async function lookAtUsers(parts: LookingParts, users: readonly number[], range: UserRange): Promise<Looked> {
  const copied = new Set(users);
  /** Whoever registered since the round began is not in the copy, and compared in the next round; strangers to the ledger stay. */
  const ofThese = (all: Found[]): Found[] => {
    const { members } = parts.state();
    return all.filter((one) => copied.has(userOf(one)) || !members.has(userOf(one)));
  };
  return look(
    parts,
    (state) => copyUsers(state, users, range),
    async (copy, at, looked) => {
      const { live, stored, records } = parts;
      await at.live(['live.balance', 'live.order'], (later) => {
        const { balances, orders } = compareLive(live, copy, later, users);
        return [...ofThese(balances), ...orders];
      });
      for (const [comparison, database] of [
        ['stored.balance', stored],
        ['records.balance', records],
      ] as const) {
        await at.stored(
          comparison,
          database,
          () => storedBalances(database, range),
          (later, figures) => ofThese(differencesOf(comparison, later.balances, unitsOf(figures), assetOfAccount)),
        );
      }
      await at.stored(
        'stored.order',
        stored,
        () => storedOrders(stored, users),
        (later, figures) => namedDifferences('stored.order', copy.orders, figures, later.orders, marketOf(copy)),
      );
      return looked;
    },
  );
}

export async function lookAtHouse(parts: LookingParts): Promise<Looked> {
  const { live, stored } = parts;
  const copied = (state: CoreState): LedgerCopy => copyHouse(state, houseAccountsOf(state), AT_ONCE_MAX);
  return look(parts, copied, async (copy, at, looked) => {
    await at.live(['live.house'], (later) => compareHouse(live, later));
    await at.stored(
      'stored.withdrawal',
      stored,
      () => storedWithdrawals(stored),
      (later, figures) => namedDifferences('stored.withdrawal', copy.withdrawals, figures, later.withdrawals),
    );
    const { frozen } = copy;
    if (frozen === null) looked.made.set('stored.frozen', { why: 'large' });
    else {
      await at.stored(
        'stored.frozen',
        stored,
        () => storedFrozen(stored),
        (later, figures) => namedDifferences('stored.frozen', frozen, figures, later.holds),
      );
    }
    return looked;
  });
}

/** The ledger alone, at this moment. */
export function lookAtLedger({ state }: Pick<LookParts, 'state'>): Looked {
  const now = state();
  const isLarge = now.ledger.accounts.size > AT_ONCE_MAX || now.holds.size > AT_ONCE_MAX;
  const one = isLarge ? ({ why: 'large' } as const) : { position: now.position };
  return {
    found: isLarge ? [] : compareLedger(now),
    made: new Map([
      ['ledger.sum', one],
      ['ledger.hold', one],
    ]),
  };
}

interface At {
  live: (comparisons: readonly Comparison[], compare: (later: LaterCopy) => Found[]) => Promise<void>;
  stored: <K>(
    comparison: Comparison,
    database: ReadModels,
    read: () => Promise<StoredFigures<K>>,
    compare: (later: LaterCopy, figures: ReadonlyMap<K, Named>) => Found[],
  ) => Promise<void>;
}

async function look(
  parts: LookingParts,
  copied: (state: CoreState) => LedgerCopy,
  compare: (copy: LedgerCopy, at: At, looked: Looked) => Promise<Looked>,
): Promise<Looked> {
  const { live, tail, patienceMs, isClosed } = parts;
  const kept = tail.keep();
  const looked: Looked = { found: [], made: new Map() };
  try {
    const state = parts.state();
    const copy = copied(state);
    /** Null where the batches in between are no longer all there, or too many. */
    const later = (position: number): LaterCopy | null => {
      if (isClosed() || parts.state() !== state) throw new Over();
      const between = kept.batches()?.filter((batch) => isBetween(batch, copy.position, position));
      return between && between.length <= FOLDED_MAX ? broughtUp(copy, between) : null;
    };
    const note = (comparison: Comparison, position: number | null): void => {
      looked.made.set(comparison, position === null ? { why: 'behind' } : { position });
    };
    const at: At = {
      live: async (comparisons, judge) => {
        const isThere = await live.waitFor(copy.position, patienceMs);
        const { position } = live;
        const then = isThere ? later(position) : null;
        if (then) looked.found.push(...judge(then));
        for (const comparison of comparisons) note(comparison, then && position);
      },
      stored: async (comparison, database, read, judge) => {
        try {
          const isReached = await reached(database, copy.position, parts);
          const figures = isReached ? await read() : null;
          // Made anew in between, it begins again below.
          const isThere =
            figures !== null && figures.position >= copy.position && (await live.waitFor(figures.position, patienceMs));
          const then = isThere ? later(figures.position) : null;
          if (then && figures) looked.found.push(...judge(then, figures.figures));
          note(comparison, then && figures && figures.position);
        } catch (error) {
          if (error instanceof Over) throw error;
          looked.made.set(comparison, { why: 'away' });
        }
      },
    };
    return await compare(copy, at, looked);
  } catch (error) {
    if (error instanceof Over) return { found: [], made: new Map() };
    throw error;
  } finally {
    kept.release();
  }
}

function isBetween(batch: Batch, from: number, to: number): boolean {
  const at = positionOf(batch);
  return at > from && at <= to;
}

/** Whether it comes as far in that time. */
async function reached(
  database: ReadModels,
  position: number,
  { patienceMs, isClosed }: LookingParts,
): Promise<boolean> {
  for (let waited = 0; ; waited += ASK_AGAIN_MS) {
    if (isClosed()) throw new Over();
    if ((await readCheckpoint(database)).position >= position) return true;
    if (waited >= patienceMs) return false;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS).unref());
  }
}

function unitsOf(figures: ReadonlyMap<string, Named>): Map<string, bigint> {
  return new Map([...figures].map(([key, { amount }]) => [key, amount]));
}

function namedDifferences(
  comparison: Comparison,
  ours: ReadonlyMap<number, Named>,
  theirs: ReadonlyMap<number, Named>,
  touched: ReadonlySet<number>,
  meaningOf?: (id: string) => { asset: string },
): Found[] {
  const assetOf = (id: string): { asset: string } => ({
    asset: ours.get(Number(id))?.asset ?? theirs.get(Number(id))?.asset ?? '',
  });
  return differencesOf(comparison, untouched(ours, touched), untouched(theirs, touched), meaningOf ?? assetOf);
}

/** All that there can be: most of them no entry has named. */
function houseAccountsOf({ assets, markets, ledger }: CoreState): AccountName[] {
  const names: AccountName[] = [];
  for (const asset of assets.keys()) for (const name of HOUSE_ACCOUNTS) names.push(houseAccount(name, asset));
  for (const [market, { product, feesQuote }] of markets) {
    if (product !== 'perpetual') continue;
    const { asset } = parseAccount(feesQuote);
    for (const name of ['clearing', 'funding'] as const) names.push(marketAccount(name, market, asset));
  }
  return names.filter((name) => ledger.accounts.has(name));
}
