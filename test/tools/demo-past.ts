/**
 * The history of the demo's first start over an engine and an in-memory journal, without database and views, so that
 * tests can run many starts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Actor, Command } from '../../server/core/command';
import type { Batch } from '../../server/core/event';
import { availableIn } from '../../server/core/ledger/ledger';
import type { CoreState } from '../../server/core/state';
import { planContractTopUps } from '../../server/demo/at-work/top-up';
import { createDemoClock } from '../../server/demo/demo-clock';
import { makeHistory } from '../../server/demo/past/history';
import {
  CONTRACT_FUNDS,
  DEMO_ASSETS,
  DEMO_FUNDS,
  DEMO_INDEX,
  DEMO_MARKETS,
  DEMO_PERPETUALS,
  INSURANCE_FUND,
  MAKER_FUNDS,
  TAKER_FUNDS,
  type Funds,
} from '../../server/demo/past/listings';
import type { StaffHistory } from '../../server/demo/past/staff-history';
import type { Seeding } from '../../server/demo/product-demo';
import type { Act } from '../../server/demo/steps';
import { openEngine, type Engine } from '../../server/engine/engine';
import { STAFF_CONVERTERS } from '../../server/features/admin/staff.converters';
import { LIMITS } from '../../server/platform/limits';
import { anchorsOf, seedsFrom } from '../../server/platform/prices/simulated/seeds';
import { SimulatedSources } from '../../server/platform/prices/simulated/simulated-sources';
import { SIMULATED_SYMBOLS } from '../../server/platform/prices/simulated/simulated-symbols';
import { PRODUCT_DEMOS } from '../../server/products/api';
import { IndexFeed } from '../../server/workers/index/index-feed';
import { dayOf } from '../../shared/rules/days';
import { systemActorFor } from './fixtures/system-actor';
import { MemoryJournal } from './stores/memory-journal';

const MINUTE_MS = 60_000;
/** Seed of the traders, as in the demo; the index draws from its own. */
const SEED = 20_260_101;
const ADMIN: Actor = 'admin/10000001';
const ALICE = 10_000_003;
const MAKER = 10_000_006;
const TAKERS = [10_000_007, 10_000_008, 10_000_009];
const PENDING_MAX = 4_000;
const REASON = 'the demo begins';

export interface DemoPast {
  alice: number;
  state: CoreState;
  batches: Batch[];
  /** Result of each command by client id: its outcome, or the rejection code. */
  acts: Map<string, string>;
}

export interface DemoPastWish {
  /** The real clock, which may advance while the history is made. */
  real: () => number;
  minutes: number;
  indexSeed: number;
}

type Submit = (command: Command, actor?: Actor) => Promise<void>;

export async function demoPast({ real, minutes, indexSeed }: DemoPastWish): Promise<DemoPast> {
  const clock = createDemoClock(real);
  const beforeMs = Math.max(...PRODUCT_DEMOS.map(({ before }) => before?.spanMs ?? 0));
  const from = real() - minutes * MINUTE_MS;
  clock.setTime(from - beforeMs);
  const journal = new MemoryJournal();
  const engine = await openEngine({ journal, snapshots: null, clock: clock.now, pendingMax: PENDING_MAX });
  const dataDir = mkdtempSync(path.join(tmpdir(), 'demo-past-'));
  const acts: DemoPast['acts'] = new Map();
  const submit: Engine['submit'] = async (envelope) => {
    const outcome = await engine.submit(envelope);
    const { actor, clientId = envelope.command.type } = envelope;
    const isRefused = 'rejected' in outcome;
    if (actor === `user/${ALICE}`) acts.set(clientId, isRefused ? outcome.rejected : 'taken');
    return outcome;
  };
  try {
    const take: Submit = async (command, actor = systemActorFor(command)) => {
      const outcome = await engine.submit({ actor, command });
      if ('rejected' in outcome) throw new Error(`${command.type}: ${outcome.rejected}`);
    };
    await list(engine, take, dataDir);
    for (const { before } of PRODUCT_DEMOS) await before?.live({ submit }, clock, ALICE, from - beforeMs);
    clock.setTime(from);
    for (const [user, funds, contracts] of [
      [MAKER, MAKER_FUNDS, CONTRACT_FUNDS.maker] as const,
      ...TAKERS.map((taker) => [taker, TAKER_FUNDS, CONTRACT_FUNDS.taker] as const),
    ]) {
      await fund(engine, take, user, funds);
      await verifyAndFund(engine, take, user, contracts);
    }
    const feed = feedOf(engine, clock.now, seedsFrom(indexSeed));
    await makeHistory({
      stage: { engine: { ...engine, submit }, prices: feed, seed: SEED, traders: { maker: MAKER, takers: TAKERS } },
      clock,
      feed,
      alice: ALICE,
      staff: { isDue: () => false } as unknown as StaffHistory,
      from,
      progress: () => undefined,
      isStopped: () => false,
    });
  } finally {
    await engine.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return { alice: ALICE, state: engine.state(), batches: journal.stored().map(({ batch }) => batch), acts };
}

/** The earlier part of seedDemo, without staff in the journal: one admin suffices. */
async function list(engine: Engine, take: Submit, dataDir: string): Promise<void> {
  const state = (): CoreState => engine.state();
  const knowledge = {
    scaleOf: async (name: string) => state().assets.get(name)?.scale ?? 0,
    stepsOf: (name: string) => state().markets.get(name)?.terms,
    limits: LIMITS,
    keepText: async () => '',
    nameHashOf: () => '',
  };
  const act: Act = async (type, request) => {
    const convert = STAFF_CONVERTERS[type] as (asked: unknown, known: unknown) => Command | Promise<Command>;
    await take(await convert(request, knowledge), ADMIN);
  };
  for (const listing of DEMO_ASSETS) await act('ListAsset', listing, '');
  for (const listing of DEMO_MARKETS) {
    await act('ListMarket', listing, '');
    await act('SetMarketState', { market: listing.market, state: 'open' }, '');
  }
  for (const terms of DEMO_INDEX) await act('SetIndexTerms', terms, '');
  const insured = { asset: 'USDT', amount: INSURANCE_FUND, reason: REASON };
  await act('FundHouse', { ...insured, reference: 'demo/insured' }, '');
  await act('FundInsurance', insured, '');
  for (const listing of DEMO_PERPETUALS) {
    await act('ListPerpetualMarket', listing, '');
    await act('SetPerpetualMarketState', { market: listing.market, state: 'open' }, '');
  }
  for (const user of [ALICE, MAKER, ...TAKERS]) {
    await take({ type: 'RegisterMember', user });
    await take({ type: 'VerifyMember', user }, ADMIN);
  }
  const seeding: Seeding = {
    ...{ act, state, dataDir, house: (mark, asset) => `demo/${mark}/${asset}` },
    nest: { get: () => ({ store: async () => undefined }) as never },
  };
  const alice = { role: 'user', email: 'alice@demo.example', password: '', robotKey: 'key', id: ALICE } as const;
  for (const { offer } of PRODUCT_DEMOS) await offer?.(seeding);
  for (const { welcome } of PRODUCT_DEMOS) await welcome?.(seeding, alice);
  await fund(engine, take, ALICE, DEMO_FUNDS);
  await verifyAndFund(engine, take, ALICE, CONTRACT_FUNDS.visitor);
  for (const { moves } of PRODUCT_DEMOS) {
    for (const command of moves?.(state(), ALICE) ?? []) await take(command, `user/${ALICE}`);
  }
}

/** Moves legal currency of planned traders to their trading account. */
async function fund(engine: Engine, take: Submit, user: number, funds: Funds): Promise<void> {
  const knowledge = { scaleOf: async (name: string) => engine.state().assets.get(name)?.scale ?? 0 };
  for (const { asset, amount } of funds) {
    const request = { clientId: '', userId: user, asset, amount, reference: `demo/${user}/${asset}` };
    await take(await STAFF_CONVERTERS.CreditRecharge(request, knowledge as never), 'demo');
    const units = availableIn(engine.state().ledger, 'legal', user, asset);
    if (units === 0n || user === ALICE) continue;
    await take({ type: 'TransferFunds', user, asset, from: 'legal', to: 'spot', amount: units }, `user/${user}`);
  }
}

async function verifyAndFund(
  engine: Engine,
  take: Submit,
  user: number,
  wanted: (typeof CONTRACT_FUNDS)[keyof typeof CONTRACT_FUNDS],
): Promise<void> {
  const { leverage } = wanted;
  for (const command of planContractTopUps(engine.state(), user, wanted)) await take(command, `user/${user}`);
  for (const { market } of DEMO_PERPETUALS) {
    await take({ type: 'SetLeverage', user, market, leverage }, `user/${user}`);
  }
}

/** A feed of a simulated walk without committed seeds. */
function feedOf(engine: Engine, clock: () => number, seedOf: ReturnType<typeof seedsFrom>): IndexFeed {
  const sources = new SimulatedSources(SIMULATED_SYMBOLS, clock);
  const index = () => engine.state().index;
  let today: number | null = null;
  const feedAt = async (now: number): Promise<string> => {
    const day = dayOf(now);
    if (day !== today) sources.walkOn({ day, seed: seedOf('simulated', day), anchors: anchorsOf(index(), day) });
    today = day;
    return 'simulated';
  };
  return new IndexFeed({
    commands: engine,
    index,
    sources,
    clock,
    feedAt,
    say: () => undefined,
    randomDelayMs: () => 0,
  });
}
