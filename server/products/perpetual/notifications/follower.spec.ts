import {
  withCrossPositions,
  crossWithCutOrders,
  crossWithEndedMarket,
  moveMarks,
} from '../../../../test/tools/fixtures/cross-fixture';
import { canonicalLines, restoreState, evolve } from '../../core';
import type { Batch } from '../../../core/event';
import { availableIn } from '../../../core/ledger/ledger';
import { ALICE, withClientId, BOB, CAROL, Exchange, type Scenario } from '../../../../test/tools/fixtures/core-fixture';
import {
  changeTerms,
  allLiquidations,
  leverage,
  fund,
  lockPosition,
  marketEnd,
  open,
  openBothSides,
  PERP,
  perpetuals,
  steadyMark,
  stop,
  unlockPosition,
} from '../../../../test/tools/fixtures/perpetual-fixture';
import { TIERS } from '../../../../test/tools/fixtures/perpetual-terms';
import { noticesIn } from '../../../../test/tools/fixtures/notices';
import type { Notice } from '../../../workers/notifications/notification';
import { PerpetualFollower, type PerpetualNotice } from './follower';

const M = 500_000;
const HOUR_MS = 3_600_000;

/** Messages to users, from the beginning or from a state on. */
function heard(batches: readonly Batch[], from = new Exchange().state) {
  const teller = new PerpetualFollower(from);
  return batches.map((batch) => teller.follow(batch));
}
const messagesOf = ({ exchange }: Scenario): PerpetualNotice[] =>
  heard(exchange.batches).flatMap(({ messages }) => messages);
/** Messages of the rows. */
const statedIn = ({ exchange }: Scenario) => noticesIn(exchange.batches);
const shortly = (messages: readonly Notice[]): string[] => messages.map(({ user, key }) => `${user} ${key}`);

describe('notifications about contracts', () => {
  it('contain a margin call before a liquidation, once per level', () => {
    const scenario = perpetuals().given(openBothSides(M, 100));
    const calls = steadyMark(steadyMark(scenario, 477_830), 477_010);
    const [call, ...more] = messagesOf(calls);
    expect(call).toMatchObject({
      user: BOB,
      key: 'margin.call',
      facts: { market: PERP, position: 'long', level: 70, mark: '47783', quote: 'USDT' },
    });
    expect(more.map(({ facts }) => (facts as { level: number }).level)).toEqual([95]);
    expect(new Set(messagesOf(calls).map(({ origin }) => origin)).size).toBe(2);
  });

  it('report a liquidation, its end and the deleveraged users', async () => {
    const messages = await statedIn(allLiquidations());
    const keys = shortly(messages);
    expect(keys).toContain(`${BOB} liquidation.started`);
    expect(keys).toContain(`${BOB} liquidation.closed`);
    expect(keys).toContain(`${ALICE} position.deleveraged`);
    const started = messages.find(({ key }) => key === 'liquidation.started');
    expect(started?.facts).toMatchObject({ market: PERP, position: 'long', base: 'BTC', quote: 'USDT' });
    const deleveraged = messages.find(({ key }) => key === 'position.deleveraged');
    expect(deleveraged?.facts).toMatchObject({ position: 'short' });
  });

  it('contain an account’s margin call before its liquidation, once per level until it is left', () => {
    const scenario = withCrossPositions().given(fund(BOB, 1_600_000_000n));
    scenario.given(moveMarks(scenario, 450_000, 31_000));
    const called = (btc: number): unknown[] => {
      const before = messagesOf(scenario).length;
      scenario.given(moveMarks(scenario, btc, 31_000));
      return messagesOf(scenario)
        .slice(before)
        .map(({ user, key, facts }) => [user, key, (facts as { level: number }).level]);
    };
    expect(called(415_500)).toEqual([]);
    // Equity 450, of which 329.65 is required.
    expect(called(414_500)).toEqual([[BOB, 'margin.account', 70]]);
    expect(called(414_400)).toEqual([]);
    expect(called(413_700)).toEqual([[BOB, 'margin.account', 85]]);
    expect(called(413_400)).toEqual([[BOB, 'margin.account', 95]]);
    // The ratio falls below 60 % at 549.
    expect(called(430_000)).toEqual([]);
    expect(called(414_500)).toEqual([[BOB, 'margin.account', 70]]);
    // Depositing clears the call, and withdrawing raises it again.
    scenario.given(fund(BOB, 100_000_000_000n));
    expect(called(414_501)).toEqual([]);
    const [call] = messagesOf(scenario);
    expect(call.facts).toMatchObject({ asset: 'USDT', equity: '450', requirement: '329.6475' });
  });

  it('report an account’s liquidation and its survival', async () => {
    const keys = shortly(await statedIn(crossWithCutOrders()));
    expect(keys.filter((key) => key.startsWith(`${BOB} liquidation`))).toEqual([
      `${BOB} liquidation.account`,
      `${BOB} liquidation.healed`,
    ]);
    const ended = await statedIn(crossWithEndedMarket());
    const [account] = ended.filter(({ key }) => key === 'liquidation.account');
    expect(account.facts).toMatchObject({ asset: 'USDT' });
    expect(shortly(ended)).not.toContain(`${BOB} liquidation.healed`);
    // Cross positions have no calls of their own.
    expect(shortly(messagesOf(crossWithEndedMarket()))).not.toContain(`${BOB} margin.call`);
  });

  it('report a reached stop that keeps waiting, and nothing for a manual change', () => {
    const scenario = perpetuals().given(
      openBothSides(M, 10),
      stop(BOB, 'long', 'stop_loss', M - 100, { triggerBy: 'mark' }),
    );
    scenario.given({ actor: `user/${BOB}`, command: { type: 'AmendStop', user: BOB, stop: 3, trigger: M - 50 } });
    expect(messagesOf(scenario)).toEqual([]);
    // The mark passes the trigger, and no one bids.
    steadyMark(scenario, M - 60);
    expect(messagesOf(scenario)).toMatchObject([
      { user: BOB, key: 'stop.stayed', facts: { position: 'long', trigger: '49995', why: 'no_liquidity' } },
    ]);
  });

  it('report a lock with its end time, and its end', async () => {
    const scenario = perpetuals().given(openBothSides(M, 10), lockPosition(2), unlockPosition(2));
    const until = scenario.exchange.batches.flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'PositionLocked' ? [event.until] : [])),
    );
    expect((await statedIn(scenario)).filter(({ key }) => key.startsWith('position'))).toMatchObject([
      { key: 'position.locked', facts: { market: PERP, time: until[0] } },
      { key: 'position.unlocked' },
    ]);
  });

  it('announce market changes only to holders of positions in it', async () => {
    const scenario = perpetuals().given(openBothSides(M, 10));
    const tierLeverages = TIERS.map(({ leverageMax }) => Math.min(leverageMax, 100));
    const lists = { tierCaps: TIERS.map(({ cap }) => cap), tierRatesPpb: TIERS.map(({ ratePpb }) => ratePpb) };
    scenario.given(changeTerms({ ...lists, tierLeverages }));
    expect(shortly(messagesOf(scenario)).sort()).toEqual([`${ALICE} contract.terms`, `${BOB} contract.terms`].sort());
    const endsAt = scenario.exchange.now + HOUR_MS;
    scenario.given(marketEnd(endsAt));
    const ending = messagesOf(scenario).filter(({ key }) => key === 'contract.ending');
    expect(ending.map(({ facts }) => facts)).toEqual(Array(2).fill({ market: PERP, time: endsAt }));
    scenario.exchange.now = endsAt;
    scenario.exchange.take(leverage(CAROL, 4));
    const ended = (await statedIn(scenario)).filter(({ key }) => key === 'contract.ended');
    expect(ended.map(({ facts }) => facts)).toMatchObject([{ amount: '0.01' }, { amount: '0.01' }]);
  });

  it('are equal for a repeated batch, and exclude margin levels reached before the start', () => {
    const scenario = steadyMark(perpetuals().given(openBothSides(M, 100)), 477_830);
    const { exchange } = scenario;
    const teller = new PerpetualFollower(new Exchange().state);
    const once = exchange.batches.map((batch) => [teller.follow(batch), teller.follow(batch)]);
    for (const [first, second] of once) expect(second).toEqual(first);
    const from = restoreState(canonicalLines(exchange.state));
    const count = exchange.batches.length;
    steadyMark(scenario, 477_820);
    expect(heard(exchange.batches.slice(count), from).flatMap(({ messages }) => messages)).toEqual([]);
    // Batches before the initial state produce no messages either.
    expect(heard(exchange.batches.slice(0, count), from).flatMap(({ messages }) => messages)).toEqual([]);
  });

  it('contain the call of a mark during an outage, also for a level called before and left since', () => {
    const scenario = steadyMark(perpetuals().given(openBothSides(M, 100)), 477_830);
    const { exchange } = scenario;
    const [first] = messagesOf(scenario);
    const snapshot = restoreState(canonicalLines(exchange.state));
    const count = exchange.batches.length;
    steadyMark(steadyMark(steadyMark(scenario, M), 477_830), 477_820);
    const behind = exchange.batches.slice(count);
    steadyMark(scenario, 477_815);
    const since = exchange.batches.slice(count + behind.length);
    const recovered = new PerpetualFollower(snapshot);
    recovered.recover(behind);
    recovered.resetUndeliveredCalls([first.origin]);
    const told = [...behind, ...since].flatMap((batch) => {
      const { messages } = recovered.follow(batch);
      expect(recovered.follow(batch).messages).toEqual(messages);
      return messages;
    });
    expect(told.map(({ key, facts }) => [key, (facts as { level: number }).level])).toEqual([['margin.call', 70]]);
    expect(told[0].origin).not.toBe(first.origin);
    // A follower that had sent all of these messages before it stopped repeats none of them.
    const asked = new PerpetualFollower(snapshot);
    asked.recover(behind);
    expect(since.flatMap((batch) => asked.follow(batch).messages)).toEqual([]);
  });

  it('repeat at the next mark a margin call that a start has skipped, but no stored one', () => {
    const scenario = perpetuals().given(openBothSides(M, 100));
    steadyMark(steadyMark(scenario, 477_830), 477_010);
    const { exchange } = scenario;
    const stored = messagesOf(scenario).map(({ origin }) => origin);
    const from = restoreState(canonicalLines(exchange.state));
    const count = exchange.batches.length;
    steadyMark(scenario, 477_005);
    const after = (origins: readonly string[]): unknown[] => {
      const teller = new PerpetualFollower(from);
      expect(teller.usersAtLevel()).toEqual([BOB]);
      teller.resetUndeliveredCalls(origins);
      const told = exchange.batches.flatMap((batch) => teller.follow(batch).messages);
      expect(told.every(({ origin }) => Number(origin.split('/').at(-1)) > exchange.batches[count - 1].first)).toBe(
        true,
      );
      return told.map(({ user, key, facts }) => [user, key, (facts as { level: number }).level]);
    };
    expect(stored).toHaveLength(2);
    // Only the 70 % call, or none, was stored when the server stopped.
    expect(after(stored.slice(0, 1))).toEqual([[BOB, 'margin.call', 95]]);
    expect(after([])).toEqual([[BOB, 'margin.call', 95]]);
    expect(after(stored)).toEqual([]);
    expect(after(stored.slice(1))).toEqual([]);
  });

  it('do the same for an account', () => {
    const scenario = withCrossPositions().given(fund(BOB, 1_600_000_000n));
    scenario.given(moveMarks(scenario, 450_000, 31_000));
    scenario.given(moveMarks(scenario, 414_500, 31_000));
    const { exchange } = scenario;
    const [stored] = messagesOf(scenario);
    const from = restoreState(canonicalLines(exchange.state));
    scenario.given(moveMarks(scenario, 414_400, 31_000));
    const after = (origins: readonly string[]): string[] => {
      const teller = new PerpetualFollower(from);
      teller.resetUndeliveredCalls(origins);
      return shortly(exchange.batches.flatMap((batch) => teller.follow(batch).messages));
    };
    expect(after([])).toEqual([`${BOB} margin.account`]);
    expect(after([stored.origin])).toEqual([]);
  });
});

describe('about orders', () => {
  it('report orders cancelled for lack of margin', () => {
    const scenario = perpetuals();
    // Bob's order at 50,000 is costed at its limit; the mark then falls far below, and opening there costs more than he has.
    scenario.given(leverage(BOB, 20), withClientId('bob-1', open(BOB, 'long', M, 100)));
    scenario.given({
      actor: `user/${BOB}`,
      command: {
        type: 'TransferFunds',
        user: BOB,
        asset: 'USDT',
        from: 'contract',
        to: 'spot',
        amount: freeOf(scenario),
      },
    });
    steadyMark(scenario, 480_000).given(open(ALICE, 'short', M - 19_000, 100, { timeInForce: 'ioc' }));
    const orders = heard(scenario.exchange.batches).flatMap((told) => told.orders);
    expect(orders).toMatchObject([{ user: BOB, key: 'order.margin', facts: { side: 'buy', why: 'margin_short' } }]);
    // Also after a start: folded there, or, if the state is already ahead, from a look-up.
    const { batches, state } = scenario.exchange;
    const ended = batches.findIndex(({ events }) => events.some(({ type }) => type === 'PerpetualOrderCancelled'));
    const before = new Exchange().state;
    for (const batch of batches.slice(0, ended)) evolve(before, batch);
    const recovered = new PerpetualFollower(before);
    recovered.recover(batches.slice(ended));
    expect(batches.slice(ended).flatMap((batch) => recovered.follow(batch).orders)).toEqual(orders);
    const later = batches.map((batch) => new PerpetualFollower(state).follow(batch));
    expect(later.flatMap((told) => told.orders)).toEqual([]);
    expect(later.flatMap(({ unsure }) => unsure)).toEqual(orders);
  });
});

function freeOf({ exchange }: Scenario): bigint {
  return availableIn(exchange.state.ledger, 'contract', BOB, 'USDT');
}
