/** One look at one part of the ledger: at its users by slices, at what there is once, at a chain. */
import { HOUSE_ACCOUNTS } from '../../shared/rules/entry-kinds';
import { known } from '../core/folding';
import type { Account } from '../core/ledger/account';
import { houseAccount, marketAccount, parseAccount, type AccountName } from '../core/ledger/entry';
import { positionOf, type Batch } from '../core/event';
import type { CoreState } from '../core/state';
import type { LiveViews } from '../views/live/live-views';
import { readCheckpoint } from '../views/stored/projecting/checkpoint';
import type { ReadModels, RecordsDatabase, ViewsDatabase } from '../views/stored/views-database';
import { assetOfAccount, compareHouse, compareLive, comparePositions, marketOf } from './compare-live';
import type { DurableTail } from './durable-tail';
import type { Comparison } from '../../shared/wire/comparisons';
import { differencesOf, userOf, type Found, type Unknown } from './found';
import {
  copyHouse,
  copyUsers,
  Later,
  untouched,
  type LaterCopy,
  type LedgerCopy,
  type Named,
  type UserRange,
} from './ledger-copy';
import { walkLedger } from './ledger-walk';
import {
  storedBalances,
  storedFrozen,
  storedOrders,
  storedPositions,
  storedWithdrawals,
  type StoredFigures,
} from './stored-figures';
import { inTurns } from './turns';

export interface LookParts {
  state: () => CoreState;
  live: Pick<LiveViews, 'balances' | 'orders' | 'position' | 'positions' | 'waitFor'>;
  stored: ViewsDatabase;
  records: RecordsDatabase;
  tail: DurableTail;
  /** How long whoever is behind is waited for. */
  patienceMs: number;
}

/** What the sentinel adds: whether it ends, which nobody waits for then. */
export interface LookingParts extends LookParts {
  isClosed: () => boolean;
  /** Read models that a look of this round has waited for in vain: until they are there, the next ones wait a part of that. */
  standStill: Set<ReadModels>;
}

export interface Looked {
  found: Found[];
  /** Of each comparison that was tried: at which position, or why it could not be. */
  made: Map<Comparison, { position: number } | { why: Unknown }>;
}

/** More than this many holds are not looked through at once, where orders are matched. */
const AT_ONCE_MAX = 10_000;
/** So many batches are folded at once, others by turns: views go on between these. */
const FOLDED_AT_ONCE = 200;
/** Nor are more folded in all: whoever is further behind is compared at another time. */
const FOLDED_MAX = 50_000;
const CATCH_UPS_MAX = 10;
const ASK_AGAIN_MS = 50;
/** Of the patience with read models that have been waited for: a round has thousands of looks. */
const PATIENCE_LEFT = 0.1;

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
      await at.live(['live.balance', 'live.order', 'live.position'], (later) => {
        const { balances, orders, positions } = compareLive(live, copy, later, users);
        return [...ofThese(balances), ...orders, ...positions];
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
      await at.stored(
        'stored.position',
        stored,
        () => storedPositions(stored, users),
        (later, figures) => comparePositions('stored.position', copy, later, figures, ['lots', 'cost']),
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

/** The ledger alone, by turns. */
export async function lookAtLedger(parts: LookingParts): Promise<Looked> {
  const { live, patienceMs, isClosed } = parts;
  const kept = parts.tail.keep();
  try {
    const state = parts.state();
    const walked = await walkLedger(state, houseIn(state), {
      tail: kept,
      beginTurn: () => {
        if (isClosed() || parts.state() !== state) throw new Over();
      },
      isDurable: (position) => live.waitFor(position, patienceMs),
    });
    const one = walked ? { position: walked.position } : ({ why: 'behind' } as const);
    return {
      found: walked?.found ?? [],
      made: new Map([
        ['ledger.sum', one],
        ['ledger.hold', one],
      ]),
    };
  } catch (error) {
    if (error instanceof Over) return { found: [], made: new Map() };
    throw error;
  } finally {
    kept.release();
  }
}

interface At {
  live: (comparisons: readonly Comparison[], compare: (later: LaterCopy) => Found[]) => Promise<void>;
  stored: <K, Figure>(
    comparison: Comparison,
    database: ReadModels,
    read: () => Promise<StoredFigures<K, Figure>>,
    compare: (later: LaterCopy, figures: ReadonlyMap<K, Figure>) => Found[],
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
    const beginTurn = (): void => {
      if (isClosed() || parts.state() !== state) throw new Over();
    };
    /**
     * The copy as of a position, which may have gone on until all but little is folded: that is folded at once, and what is compared
     * then is of one moment. Null where the batches in between are no longer all there, or too many.
     */
    const later = async (position: () => number): Promise<{ then: Later; position: number } | null> => {
      const then = new Later(copy);
      let folded = 0;
      for (let turn = 0; turn < CATCH_UPS_MAX; turn++) {
        beginTurn();
        const end = position();
        const batches = kept.batches();
        if (batches === null || batches.length > FOLDED_MAX) return null;
        const until = endOf(batches, end);
        const isLast = until - folded <= FOLDED_AT_ONCE;
        const between = batches.slice(folded, until).filter((batch) => positionOf(batch) > copy.position);
        folded = until;
        if (isLast) {
          for (const batch of between) then.follow(batch);
          return { then, position: end };
        }
        await inTurns(between, (batch) => then.follow(batch), 1, beginTurn);
      }
      return null;
    };
    const note = (comparison: Comparison, position: number | null): void => {
      looked.made.set(comparison, position === null ? { why: 'behind' } : { position });
    };
    const at: At = {
      live: async (comparisons, judge) => {
        const isThere = await live.waitFor(copy.position, patienceMs);
        const there = isThere ? await later(() => live.position) : null;
        if (there) looked.found.push(...judge(there.then));
        for (const comparison of comparisons) note(comparison, there && there.position);
      },
      stored: async (comparison, database, read, judge) => {
        try {
          const isReached = await reached(database, copy.position, parts);
          const figures = isReached ? await read() : null;
          // Made anew in between, it begins again below.
          const isThere =
            figures !== null && figures.position >= copy.position && (await live.waitFor(figures.position, patienceMs));
          const there = figures && isThere ? await later(() => figures.position) : null;
          if (there && figures) looked.found.push(...judge(there.then, figures.figures));
          note(comparison, there && there.position);
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

/** How many of them, which are in order, end at that position at the latest. */
function endOf(batches: readonly Batch[], position: number): number {
  let [low, high] = [0, batches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positionOf(batches[middle]) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether it comes as far in that time. */
async function reached(
  database: ReadModels,
  position: number,
  { patienceMs, isClosed, standStill }: LookingParts,
): Promise<boolean> {
  const waitMs = standStill.has(database) ? patienceMs * PATIENCE_LEFT : patienceMs;
  for (let waited = 0; ; waited += ASK_AGAIN_MS) {
    if (isClosed()) throw new Over();
    if ((await readCheckpoint(database)).position >= position) {
      standStill.delete(database);
      return true;
    }
    if (waited >= waitMs) {
      standStill.add(database);
      return false;
    }
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

function houseIn(state: CoreState): Account[] {
  return houseAccountsOf(state).map((name) => known(state.ledger.accounts, name));
}
