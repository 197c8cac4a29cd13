/** A check of one part of the ledger: a slice of users, the singletons, or a chain. */
import { HOUSE_ACCOUNTS } from '../../shared/rules/entry-kinds';
import { getOrThrow } from '../core/evolve-helpers';
import type { Account } from '../core/ledger/account';
import { houseAccount, marketAccount, parseAccount, type AccountName } from '../core/ledger/entry';
import { positionOf, type Batch } from '../core/event';
import type { CoreState } from '../core/state';
import type { LiveViews } from '../views/live/live-views';
import { readCheckpoint } from '../views/stored/projecting/checkpoint';
import type { ReadModels, RecordsDatabase, ViewsDatabase } from '../views/stored/views-database';
import { assetOfAccount, compareHouse, compareLive, comparePositions, marketOf } from './compare-live';
import type { DurableTail } from './durable-tail';
import type { Comparison } from '../../shared/wire/audit/comparisons';
import { differencesOf, userOf, type Difference, type UnknownReason } from './differences';
import {
  copyHouse,
  copyUsers,
  AdvancedCopy,
  unchangedAmounts,
  type AdvancedCopyView,
  type LedgerCopy,
  type AssetAmount,
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
import { inTimeSlices } from './time-slices';

export interface CheckDependencies {
  state: () => CoreState;
  live: Pick<LiveViews, 'balances' | 'orders' | 'position' | 'positions' | 'waitFor'>;
  stored: ViewsDatabase;
  records: RecordsDatabase;
  tail: DurableTail;
  /** Maximum wait in ms for a side that lags. */
  patienceMs: number;
}

/** Added by the reconciliation: whether it is closing, so that waits end. */
export interface RunningCheckDependencies extends CheckDependencies {
  isClosed: () => boolean;
  /**
   * Read models for which an earlier check of this round waited in vain. Later checks wait only a fraction of the time
   * for them.
   */
  standStill: Set<ReadModels>;
}

export interface CheckResult {
  found: Difference[];
  /** Position of each attempted comparison, or the reason for its failure. */
  outcomes: Map<Comparison, { position: number } | { why: UnknownReason }>;
}

/** Maximum number of holds scanned at once on the matching thread. */
const HOLDS_SCANNED_MAX = 10_000;
/** Batches folded at once; more are folded in turns, so views keep running in between. */
const FOLDED_AT_ONCE = 200;
/** Maximum number of batches folded in total; beyond it the comparison is postponed. */
const FOLDED_MAX = 50_000;
const CATCH_UPS_MAX = 10;
const POLL_MS = 50;
/** Share of the normal wait once read models have been waited for: a round has thousands of checks. */
const REDUCED_PATIENCE = 0.1;

/** The reconciliation is closing, or the state was rebuilt: the copy may contain entries that never became durable. */
class CheckAborted extends Error {}

export async function checkUsers(
  dependencies: RunningCheckDependencies,
  users: readonly number[],
  range: UserRange,
): Promise<CheckResult> {
  const copiedUsers = new Set(users);
  /** Users registered since the round began are not in the copy and are compared in the next round. Users unknown to the ledger remain. */
  const ofCopiedUsers = (differences: Difference[]): Difference[] => {
    const { members } = dependencies.state();
    return differences.filter((one) => copiedUsers.has(userOf(one)) || !members.has(userOf(one)));
  };
  return runCheck(
    dependencies,
    (state) => copyUsers(state, users, range),
    async (copy, at, result) => {
      const { live, stored, records } = dependencies;
      await at.live(['live.balance', 'live.order', 'live.position'], (later) => {
        const { balances, orders, positions } = compareLive(live, copy, later, users);
        return [...ofCopiedUsers(balances), ...orders, ...positions];
      });
      for (const [comparison, database] of [
        ['stored.balance', stored],
        ['records.balance', records],
      ] as const) {
        await at.stored(
          comparison,
          database,
          () => storedBalances(database, range),
          (later, figures) =>
            ofCopiedUsers(differencesOf(comparison, later.balances, amountsOf(figures), assetOfAccount)),
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
      return result;
    },
  );
}

export async function checkHouse(dependencies: RunningCheckDependencies): Promise<CheckResult> {
  const { live, stored } = dependencies;
  const copyLedger = (state: CoreState): LedgerCopy => copyHouse(state, houseAccountsOf(state), HOLDS_SCANNED_MAX);
  return runCheck(dependencies, copyLedger, async (copy, at, result) => {
    await at.live(['live.house'], (later) => compareHouse(live, later));
    await at.stored(
      'stored.withdrawal',
      stored,
      () => storedWithdrawals(stored),
      (later, figures) => namedDifferences('stored.withdrawal', copy.withdrawals, figures, later.withdrawals),
    );
    const { frozen } = copy;
    if (frozen === null) result.outcomes.set('stored.frozen', { why: 'large' });
    else {
      await at.stored(
        'stored.frozen',
        stored,
        () => storedFrozen(stored),
        (later, figures) => namedDifferences('stored.frozen', frozen, figures, later.holds),
      );
    }
    return result;
  });
}

/** Checks the ledger against itself, in turns. */
export async function checkLedger(dependencies: RunningCheckDependencies): Promise<CheckResult> {
  const { live, patienceMs, isClosed } = dependencies;
  const buffer = dependencies.tail.startBuffer();
  try {
    const state = dependencies.state();
    const walked = await walkLedger(state, houseIn(state), {
      tail: buffer,
      beginTurn: () => {
        if (isClosed() || dependencies.state() !== state) throw new CheckAborted();
      },
      isDurable: (position) => live.waitFor(position, patienceMs),
    });
    const one = walked ? { position: walked.position } : ({ why: 'behind' } as const);
    return {
      found: walked?.found ?? [],
      outcomes: new Map([
        ['ledger.sum', one],
        ['ledger.hold', one],
      ]),
    };
  } catch (error) {
    if (error instanceof CheckAborted) return { found: [], outcomes: new Map() };
    throw error;
  } finally {
    buffer.release();
  }
}

interface Comparer {
  live: (comparisons: readonly Comparison[], compare: (later: AdvancedCopyView) => Difference[]) => Promise<void>;
  stored: <K, Figure>(
    comparison: Comparison,
    database: ReadModels,
    read: () => Promise<StoredFigures<K, Figure>>,
    compare: (later: AdvancedCopyView, figures: ReadonlyMap<K, Figure>) => Difference[],
  ) => Promise<void>;
}

async function runCheck(
  dependencies: RunningCheckDependencies,
  copyLedger: (state: CoreState) => LedgerCopy,
  compare: (copy: LedgerCopy, at: Comparer, result: CheckResult) => Promise<CheckResult>,
): Promise<CheckResult> {
  const { live, tail, patienceMs, isClosed } = dependencies;
  const buffer = tail.startBuffer();
  const checkResult: CheckResult = { found: [], outcomes: new Map() };
  try {
    const state = dependencies.state();
    const copy = copyLedger(state);
    const beginTurn = (): void => {
      if (isClosed() || dependencies.state() !== state) throw new CheckAborted();
    };
    /**
     * The copy advanced to a position. Most batches are folded in turns, during which the position may advance. The rest is folded at
     * once, so the comparison is at one position. Null if batches were dropped or are too many.
     */
    const advanceCopy = async (position: () => number): Promise<{ then: AdvancedCopy; position: number } | null> => {
      const then = new AdvancedCopy(copy);
      let folded = 0;
      for (let attempt = 0; attempt < CATCH_UPS_MAX; attempt++) {
        beginTurn();
        const end = position();
        const batches = buffer.batches();
        if (batches === null || batches.length > FOLDED_MAX) return null;
        const until = countUpTo(batches, end);
        const isLast = until - folded <= FOLDED_AT_ONCE;
        const between = batches.slice(folded, until).filter((batch) => positionOf(batch) > copy.position);
        folded = until;
        if (isLast) {
          for (const batch of between) then.fold(batch);
          return { then, position: end };
        }
        await inTimeSlices(between, (batch) => then.fold(batch), 1, beginTurn);
      }
      return null;
    };
    const recordOutcome = (comparison: Comparison, position: number | null): void => {
      checkResult.outcomes.set(comparison, position === null ? { why: 'behind' } : { position });
    };
    const at: Comparer = {
      live: async (comparisons, judge) => {
        const isReached = await live.waitFor(copy.position, patienceMs);
        const advanced = isReached ? await advanceCopy(() => live.position) : null;
        if (advanced) checkResult.found.push(...judge(advanced.then));
        for (const comparison of comparisons) recordOutcome(comparison, advanced && advanced.position);
      },
      stored: async (comparison, database, read, judge) => {
        try {
          const isReached = await waitForPosition(database, copy.position, dependencies);
          const figures = isReached ? await read() : null;
          // If the state was rebuilt meanwhile, it restarts below.
          const isLiveReached =
            figures !== null && figures.position >= copy.position && (await live.waitFor(figures.position, patienceMs));
          const advanced = figures && isLiveReached ? await advanceCopy(() => figures.position) : null;
          if (advanced && figures) checkResult.found.push(...judge(advanced.then, figures.figures));
          recordOutcome(comparison, advanced && advanced.position);
        } catch (error) {
          if (error instanceof CheckAborted) throw error;
          checkResult.outcomes.set(comparison, { why: 'away' });
        }
      },
    };
    return await compare(copy, at, checkResult);
  } catch (error) {
    if (error instanceof CheckAborted) return { found: [], outcomes: new Map() };
    throw error;
  } finally {
    buffer.release();
  }
}

/** Number of the sorted batches that end at or before the position. */
function countUpTo(batches: readonly Batch[], position: number): number {
  let [low, high] = [0, batches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positionOf(batches[middle]) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether the read models reach the position in time. */
async function waitForPosition(
  database: ReadModels,
  position: number,
  { patienceMs, isClosed, standStill }: RunningCheckDependencies,
): Promise<boolean> {
  const waitMs = standStill.has(database) ? patienceMs * REDUCED_PATIENCE : patienceMs;
  for (let waited = 0; ; waited += POLL_MS) {
    if (isClosed()) throw new CheckAborted();
    if ((await readCheckpoint(database)).position >= position) {
      standStill.delete(database);
      return true;
    }
    if (waited >= waitMs) {
      standStill.add(database);
      return false;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS).unref());
  }
}

function amountsOf(figures: ReadonlyMap<string, AssetAmount>): Map<string, bigint> {
  return new Map([...figures].map(([key, { amount }]) => [key, amount]));
}

function namedDifferences(
  comparison: Comparison,
  expected: ReadonlyMap<number, AssetAmount>,
  found: ReadonlyMap<number, AssetAmount>,
  touched: ReadonlySet<number>,
  meaningOf?: (id: string) => { asset: string },
): Difference[] {
  const assetOf = (id: string): { asset: string } => ({
    asset: expected.get(Number(id))?.asset ?? found.get(Number(id))?.asset ?? '',
  });
  return differencesOf(
    comparison,
    unchangedAmounts(expected, touched),
    unchangedAmounts(found, touched),
    meaningOf ?? assetOf,
  );
}

/** All possible house accounts; most have no entries. */
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
  return houseAccountsOf(state).map((name) => getOrThrow(state.ledger.accounts, name));
}
