/**
 * The demo's traders on the core alone, with a clock that the caller controls, and the exact bytes of their journal.
 */
import { type CoreState } from '../../server/core/state';
import { createState } from '../../server/products/core';
import type { Actor, Command } from '../../server/core/command';
import type { Batch } from '../../server/core/event';
import { isRejection } from '../../server/core/rejection';
import { TradingDesk } from '../../server/demo/past/trading-desk';
import { DEMO_ASSETS, DEMO_MARKETS, MAKER_FUNDS, TAKER_FUNDS } from '../../server/demo/past/listings';
import { TRADING_PROFILES } from '../../server/demo/at-work/trading-profiles';
import { Sender, type SendCounts } from '../../server/demo/sender';
import { tradeTick, fillBooks, TICK_MS } from '../../server/demo/at-work/trading';
import type { CommandEnvelope } from '../../server/engine/port';
import { createExecutor } from '../../server/engine/step';
import { STAFF_CONVERTERS } from '../../server/features/admin/staff.converters';
import { lineHead } from '../../server/journal/embedded/segments/segment';
import type { DraftBatch } from '../../server/journal/port';
import { genesis, seal } from '../../server/journal/seal';
import { LIMITS } from '../../server/platform/limits';
import type { SourcePrice } from '../../server/platform/prices/index-sources';
import { SimulatedSources } from '../../server/platform/prices/simulated/simulated-sources';
import { SIMULATED_SYMBOLS } from '../../server/platform/prices/simulated/simulated-symbols';
import { dayOf } from '../../shared/rules/days';
import { unitsOf } from '../../shared/rules/units';
import { systemActorFor } from './fixtures/system-actor';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BEGUN_AT = Date.UTC(2026, 0, 5);
const SEED = 20_260_101;
const MAKER = 10_000_006;
const TAKERS = [10_000_007, 10_000_008, 10_000_009];
const ADMIN = 'admin/10000001' as const;
/** Position of an exchange after one month, so that numbers have as many digits as then. */
const POSITION = 40_000_000;

export interface RunningDemo {
  /** Everything stored while the traders worked, with the size of its line in bytes. */
  stored: { batch: Batch; bytes: number }[];
  minutes: number;
  tally: SendCounts;
}

/** Some minutes of each of some hours, quiet and busy ones. Other actors act after the traders, tick by tick. */
export async function runningDemo(
  hours: number,
  minutes: number,
  act: (at: number, send: (actor: Actor, command: Command) => void, state: CoreState) => void = () => undefined,
): Promise<RunningDemo> {
  let now = BEGUN_AT;
  let isCounted = false;
  const stored: RunningDemo['stored'] = [];
  const state = createState();
  const onDraft = (draft: DraftBatch): void => {
    if (isCounted) stored.push({ batch: draft.batch, bytes: bytesOf(draft) });
  };
  const taker = createExecutor({ state, clock: () => now, onDraft });
  const send = (envelope: CommandEnvelope) => {
    const outcome = taker(envelope);
    if (!isCounted && isRejection(outcome)) throw new Error(`${envelope.command.type}: ${outcome.rejected}`);
    return outcome;
  };
  const given = (command: Command, actor: Actor = systemActorFor(command)): void => void send({ actor, command });
  for (const command of await listings()) given(command, ADMIN);
  for (const user of [MAKER, ...TAKERS]) {
    given({ type: 'RegisterMember', user });
    for (const { asset, amount } of user === MAKER ? MAKER_FUNDS : TAKER_FUNDS) {
      const { scale, isFiat } = state.assets.get(asset) ?? { scale: 0, isFiat: false };
      const units = unitsOf(amount, scale) as bigint;
      given({ type: 'CreditRecharge', user, asset, amount: units, reference: `demo/${user}/${asset}` }, 'demo');
      const moved = { type: 'TransferFunds', user, asset, from: 'legal', to: 'spot', amount: units } as const;
      if (isFiat) given(moved, `user/${user}`);
    }
    given({ type: 'VerifyMember', user }, ADMIN);
  }
  state.position += POSITION;

  const engine = {
    submit: async (envelope: CommandEnvelope) => send(envelope),
    figures: () => ({
      pending: 0,
      undecided: 0,
      pendingMax: 1,
      durablePosition: state.position,
      ready: true,
      trouble: null,
    }),
    state: () => state,
  };
  const simulated = new SimulatedSources(SIMULATED_SYMBOLS, () => now);
  /** The median of the three, as the core computes it. */
  const latest = (symbol: string): SourcePrice | null => {
    const told = simulated.sources.flatMap((source) => source.latest(symbol) ?? []);
    return told.sort((one, other) => Number(one.price) - Number(other.price))[1] ?? null;
  };
  const prices = { latest };
  const sender = new Sender(engine);
  const desk = new TradingDesk({ engine, prices, seed: SEED, traders: { maker: MAKER, takers: TAKERS } }, sender);
  for (let hour = 0; hour < hours; hour++) {
    now = BEGUN_AT + hour * HOUR_MS;
    isCounted = false;
    simulated.walkOn({ day: dayOf(now), seed: `${SEED}`, anchors: {} });
    desk.clear();
    fillBooks(desk, now);
    isCounted = true;
    const until = now + minutes * MINUTE_MS;
    for (; now < until; now += TICK_MS) {
      tradeTick(desk, SEED, now / TICK_MS);
      act(now, (actor, command) => void send({ actor, command }), state);
    }
    await sender.settled();
  }
  return { stored, minutes: hours * minutes, tally: sender.tally };
}

/** Size of a line of the embedded journal, including its line end. */
export function bytesOf({ body }: Pick<DraftBatch, 'body'>): number {
  const { hash, bytes } = seal(genesis('demo'), body);
  return Buffer.byteLength(`${lineHead(hash, POSITION / 100, 0, 9)}${bytes}}\n`);
}

async function listings(): Promise<Command[]> {
  const scaleOf = async (name: string) => DEMO_ASSETS.find(({ asset }) => asset === name)?.scale ?? 0;
  const stepsOf = (name: string) => {
    const listed = DEMO_MARKETS.find(({ market }) => market === name);
    if (!listed) throw new Error(`the demo has no ${name}`);
    return listed;
  };
  const knowledge = { scaleOf, stepsOf, limits: LIMITS, keepText: async () => '', nameHashOf: () => '' };
  const clientId = 'demo';
  const commands: Command[] = [];
  for (const asset of DEMO_ASSETS) commands.push(await STAFF_CONVERTERS.ListAsset({ ...asset, clientId }, knowledge));
  for (const market of DEMO_MARKETS) {
    commands.push(await STAFF_CONVERTERS.ListMarket({ ...market, clientId }, knowledge));
  }
  for (const { market } of TRADING_PROFILES) commands.push({ type: 'SetMarketState', market, state: 'open' });
  return commands;
}
