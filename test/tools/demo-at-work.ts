/** The demo's traders over the core alone, on a clock that the caller moves: what they leave in a journal, to the byte. */
import { type CoreState } from '../../server/core/state';
import { createState } from '../../server/products/core';
import type { Actor, Command } from '../../server/core/command';
import type { Batch } from '../../server/core/event';
import { isRejection } from '../../server/core/rejection';
import { Desk } from '../../server/demo/past/desk';
import { DEMO_ASSETS, DEMO_MARKETS, MAKER_FUNDS, TAKER_FUNDS } from '../../server/demo/past/listings';
import { LIVELINESS } from '../../server/demo/at-work/liveliness';
import { Sender, type Tally } from '../../server/demo/sender';
import { actIn, fillBooks, TICK_MS } from '../../server/demo/at-work/trading';
import type { CommandEnvelope } from '../../server/engine/port';
import { createTaker } from '../../server/engine/step';
import { STAFF_CONVERTERS } from '../../server/features/admin/staff.converters';
import { lineHead } from '../../server/journal/embedded/segments/segment';
import type { DraftBatch } from '../../server/journal/port';
import { genesis, seal } from '../../server/journal/seal';
import { LIMITS } from '../../server/platform/limits';
import type { Told } from '../../server/platform/prices/index-sources';
import { SimulatedSources } from '../../server/platform/prices/simulated/simulated-sources';
import { SIMULATED_SYMBOLS } from '../../server/platform/prices/simulated/simulated-symbols';
import { dayOf } from '../../shared/rules/days';
import { unitsOf } from '../../shared/rules/units';
import { insider } from './fixtures/insider';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BEGUN_AT = Date.UTC(2026, 0, 5);
const SEED = 20_260_101;
const MAKER = 10_000_006;
const TAKERS = [10_000_007, 10_000_008, 10_000_009];
const ADMIN = 'admin/10000001' as const;
/** Of an exchange that has been there for a month: figures have as many digits as they do then. */
const POSITION = 40_000_000;

export interface AtWork {
  /** Everything stored while the traders were at work, with the bytes of its line. */
  stored: { batch: Batch; bytes: number }[];
  minutes: number;
  tally: Tally;
}

/** Some minutes of each of some hours, quiet ones and busy ones. Whoever else acts does so behind the traders, tick by tick. */
export async function demoAtWork(
  hours: number,
  minutes: number,
  act: (at: number, send: (actor: Actor, command: Command) => void, state: CoreState) => void = () => undefined,
): Promise<AtWork> {
  let now = BEGUN_AT;
  let isCounted = false;
  const stored: AtWork['stored'] = [];
  const state = createState();
  const onDraft = (draft: DraftBatch): void => {
    if (isCounted) stored.push({ batch: draft.batch, bytes: bytesOf(draft) });
  };
  const taker = createTaker({ state, clock: () => now, onDraft });
  const send = (envelope: CommandEnvelope) => {
    const outcome = taker(envelope);
    if (!isCounted && isRejection(outcome)) throw new Error(`${envelope.command.type}: ${outcome.rejected}`);
    return outcome;
  };
  const given = (command: Command, actor: Actor = insider(command)): void => void send({ actor, command });
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
  /** The middle one of the three, as the core finds it. */
  const latest = (symbol: string): Told | null => {
    const told = simulated.sources.flatMap((source) => source.latest(symbol) ?? []);
    return told.sort((one, other) => Number(one.price) - Number(other.price))[1] ?? null;
  };
  const prices = { latest };
  const sender = new Sender(engine);
  const desk = new Desk({ engine, prices, seed: SEED, traders: { maker: MAKER, takers: TAKERS } }, sender);
  for (let hour = 0; hour < hours; hour++) {
    now = BEGUN_AT + hour * HOUR_MS;
    isCounted = false;
    simulated.walkOn({ day: dayOf(now), seed: `${SEED}`, anchors: {} });
    desk.clear();
    fillBooks(desk, now);
    isCounted = true;
    const until = now + minutes * MINUTE_MS;
    for (; now < until; now += TICK_MS) {
      actIn(desk, SEED, now / TICK_MS);
      act(now, (actor, command) => void send({ actor, command }), state);
    }
    await sender.settled();
  }
  return { stored, minutes: hours * minutes, tally: sender.tally };
}

/** Of a line of the embedded journal, with its end. */
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
  for (const { market } of LIVELINESS) commands.push({ type: 'SetMarketState', market, state: 'open' });
  return commands;
}
