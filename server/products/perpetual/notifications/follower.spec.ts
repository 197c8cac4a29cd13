import { both, cutCross, endedCross, moved } from '../../../../test/tools/fixtures/cross-fixture';
import { canonicalLines, restoreState, evolve } from '../../core';
import type { Batch } from '../../../core/event';
import { availableIn } from '../../../core/ledger/ledger';
import { ALICE, as, BOB, CAROL, Exchange, type Scenario } from '../../../../test/tools/fixtures/core-fixture';
import {
  changedTerms,
  everythingOfLiquidations,
  leverage,
  fund,
  locked,
  marketEnd,
  open,
  opened,
  PERP,
  perpetuals,
  quiet,
  stop,
  unlocked,
} from '../../../../test/tools/fixtures/perpetual-fixture';
import { TIERS } from '../../../../test/tools/fixtures/perpetual-terms';
import { noticesIn } from '../../../../test/tools/fixtures/notices';
import type { Notice } from '../../../workers/notifications/notification';
import { PerpetualFollower, type PerpetualNotice } from './follower';

const M = 500_000;
const HOUR_MS = 3_600_000;

/** What users hear from the beginning on, or after a state. */
function heard(batches: readonly Batch[], from = new Exchange().state) {
  const teller = new PerpetualFollower(from);
  return batches.map((batch) => teller.follow(batch));
}
const messagesOf = ({ exchange }: Scenario): PerpetualNotice[] =>
  heard(exchange.batches).flatMap(({ messages }) => messages);
/** Messages of the rows. */
const statedIn = ({ exchange }: Scenario) => noticesIn(exchange.batches);
const shortly = (messages: readonly Notice[]): string[] => messages.map(({ user, key }) => `${user} ${key}`);

describe('what users hear of their contracts', () => {
  it('is a margin call before they are liquidated, once a level', () => {
    const scenario = perpetuals().given(opened(M, 100));
    const calls = quiet(quiet(scenario, 477_830), 477_010);
    const [call, ...more] = messagesOf(calls);
    expect(call).toMatchObject({
      user: BOB,
      key: 'margin.call',
      facts: { market: PERP, position: 'long', level: 70, mark: '47783', quote: 'USDT' },
    });
    expect(more.map(({ facts }) => (facts as { level: number }).level)).toEqual([95]);
    expect(new Set(messagesOf(calls).map(({ origin }) => origin)).size).toBe(2);
  });

  it('says that a position is liquidated, how that ended, and who was deleveraged', async () => {
    const messages = await statedIn(everythingOfLiquidations());
    const keys = shortly(messages);
    expect(keys).toContain(`${BOB} liquidation.started`);
    expect(keys).toContain(`${BOB} liquidation.closed`);
    expect(keys).toContain(`${ALICE} position.deleveraged`);
    const started = messages.find(({ key }) => key === 'liquidation.started');
    expect(started?.facts).toMatchObject({ market: PERP, position: 'long', base: 'BTC', quote: 'USDT' });
    const deleveraged = messages.find(({ key }) => key === 'position.deleveraged');
    expect(deleveraged?.facts).toMatchObject({ position: 'short' });
  });

  it('is a margin call of an account before it is liquidated, once a level until that is left behind', () => {
    const scenario = both().given(fund(BOB, 1_600_000_000n));
    scenario.given(moved(scenario, 450_000, 31_000));
    const called = (btc: number): unknown[] => {
      const before = messagesOf(scenario).length;
      scenario.given(moved(scenario, btc, 31_000));
      return messagesOf(scenario)
        .slice(before)
        .map(({ user, key, facts }) => [user, key, (facts as { level: number }).level]);
    };
    expect(called(415_500)).toEqual([]);
    // Worth 450, 329.65 of it required.
    expect(called(414_500)).toEqual([[BOB, 'margin.account', 70]]);
    expect(called(414_400)).toEqual([]);
    expect(called(413_700)).toEqual([[BOB, 'margin.account', 85]]);
    expect(called(413_400)).toEqual([[BOB, 'margin.account', 95]]);
    // 60 % is left behind at 549.
    expect(called(430_000)).toEqual([]);
    expect(called(414_500)).toEqual([[BOB, 'margin.account', 70]]);
    // What is put in heals, and what is taken out calls.
    scenario.given(fund(BOB, 100_000_000_000n));
    expect(called(414_501)).toEqual([]);
    const [call] = messagesOf(scenario);
    expect(call.facts).toMatchObject({ asset: 'USDT', equity: '450', requirement: '329.6475' });
  });

  it('says that an account is liquidated, and that it lives', async () => {
    const keys = shortly(await statedIn(cutCross()));
    expect(keys.filter((key) => key.startsWith(`${BOB} liquidation`))).toEqual([
      `${BOB} liquidation.account`,
      `${BOB} liquidation.healed`,
    ]);
    const ended = await statedIn(endedCross());
    const [account] = ended.filter(({ key }) => key === 'liquidation.account');
    expect(account.facts).toMatchObject({ asset: 'USDT' });
    expect(shortly(ended)).not.toContain(`${BOB} liquidation.healed`);
    // Cross positions have no calls of their own.
    expect(shortly(messagesOf(endedCross()))).not.toContain(`${BOB} margin.call`);
  });

  it('says that a stop was reached and goes on waiting, and nothing of one that was changed by hand', () => {
    const scenario = perpetuals().given(opened(M, 10), stop(BOB, 'long', 'stop_loss', M - 100, { triggerBy: 'mark' }));
    scenario.given({ actor: `user/${BOB}`, command: { type: 'AmendStop', user: BOB, stop: 3, trigger: M - 50 } });
    expect(messagesOf(scenario)).toEqual([]);
    // The mark passes it, and nobody is there to sell to.
    quiet(scenario, M - 60);
    expect(messagesOf(scenario)).toMatchObject([
      { user: BOB, key: 'stop.stayed', facts: { position: 'long', trigger: '49995', why: 'no_liquidity' } },
    ]);
  });

  it('tells of a lock until when, and of its end', async () => {
    const scenario = perpetuals().given(opened(M, 10), locked(2), unlocked(2));
    const until = scenario.exchange.batches.flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'PositionLocked' ? [event.until] : [])),
    );
    expect((await statedIn(scenario)).filter(({ key }) => key.startsWith('position'))).toMatchObject([
      { key: 'position.locked', facts: { market: PERP, time: until[0] } },
      { key: 'position.unlocked' },
    ]);
  });

  it('tells those who have a position in a market what is announced of it, and nobody else', async () => {
    const scenario = perpetuals().given(opened(M, 10));
    const tierLeverages = TIERS.map(({ leverageMax }) => Math.min(leverageMax, 100));
    const lists = { tierCaps: TIERS.map(({ cap }) => cap), tierRatesPpb: TIERS.map(({ ratePpb }) => ratePpb) };
    scenario.given(changedTerms({ ...lists, tierLeverages }));
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

  it('is the same when a batch is told again, and nothing of margin that was reached before it began', () => {
    const scenario = quiet(perpetuals().given(opened(M, 100)), 477_830);
    const { exchange } = scenario;
    const teller = new PerpetualFollower(new Exchange().state);
    const once = exchange.batches.map((batch) => [teller.follow(batch), teller.follow(batch)]);
    for (const [first, second] of once) expect(second).toEqual(first);
    const from = restoreState(canonicalLines(exchange.state));
    const count = exchange.batches.length;
    quiet(scenario, 477_820);
    expect(heard(exchange.batches.slice(count), from).flatMap(({ messages }) => messages)).toEqual([]);
    // So it is with what lies before the state that it began with.
    expect(heard(exchange.batches.slice(0, count), from).flatMap(({ messages }) => messages)).toEqual([]);
  });

  it('is what a mark called while nobody told: of a level that was told before and left behind as well', () => {
    const scenario = quiet(perpetuals().given(opened(M, 100)), 477_830);
    const { exchange } = scenario;
    const [first] = messagesOf(scenario);
    const snapshot = restoreState(canonicalLines(exchange.state));
    const count = exchange.batches.length;
    quiet(quiet(quiet(scenario, M), 477_830), 477_820);
    const behind = exchange.batches.slice(count);
    quiet(scenario, 477_815);
    const since = exchange.batches.slice(count + behind.length);
    const recovered = new PerpetualFollower(snapshot);
    recovered.recover(behind);
    recovered.forgetCalls([first.origin]);
    const told = [...behind, ...since].flatMap((batch) => {
      const { messages } = recovered.follow(batch);
      expect(recovered.follow(batch).messages).toEqual(messages);
      return messages;
    });
    expect(told.map(({ key, facts }) => [key, (facts as { level: number }).level])).toEqual([['margin.call', 70]]);
    expect(told[0].origin).not.toBe(first.origin);
    // Whoever told of all that before it stopped asks for none of it.
    const asked = new PerpetualFollower(snapshot);
    asked.recover(behind);
    expect(since.flatMap((batch) => asked.follow(batch).messages)).toEqual([]);
  });

  it('is the margin call that a start has passed over, with the next mark, and none that is stored', () => {
    const scenario = perpetuals().given(opened(M, 100));
    quiet(quiet(scenario, 477_830), 477_010);
    const { exchange } = scenario;
    const stored = messagesOf(scenario).map(({ origin }) => origin);
    const from = restoreState(canonicalLines(exchange.state));
    const count = exchange.batches.length;
    quiet(scenario, 477_005);
    const after = (origins: readonly string[]): unknown[] => {
      const teller = new PerpetualFollower(from);
      expect(teller.standing()).toEqual([BOB]);
      teller.forgetCalls(origins);
      const told = exchange.batches.flatMap((batch) => teller.follow(batch).messages);
      expect(told.every(({ origin }) => Number(origin.split('/').at(-1)) > exchange.batches[count - 1].first)).toBe(
        true,
      );
      return told.map(({ user, key, facts }) => [user, key, (facts as { level: number }).level]);
    };
    expect(stored).toHaveLength(2);
    // Only 70 % was told when the server stopped, or nothing.
    expect(after(stored.slice(0, 1))).toEqual([[BOB, 'margin.call', 95]]);
    expect(after([])).toEqual([[BOB, 'margin.call', 95]]);
    expect(after(stored)).toEqual([]);
    expect(after(stored.slice(1))).toEqual([]);
  });

  it('is that of an account as well', () => {
    const scenario = both().given(fund(BOB, 1_600_000_000n));
    scenario.given(moved(scenario, 450_000, 31_000));
    scenario.given(moved(scenario, 414_500, 31_000));
    const { exchange } = scenario;
    const [stored] = messagesOf(scenario);
    const from = restoreState(canonicalLines(exchange.state));
    scenario.given(moved(scenario, 414_400, 31_000));
    const after = (origins: readonly string[]): string[] => {
      const teller = new PerpetualFollower(from);
      teller.forgetCalls(origins);
      return shortly(exchange.batches.flatMap((batch) => teller.follow(batch).messages));
    };
    expect(after([])).toEqual([`${BOB} margin.account`]);
    expect(after([stored.origin])).toEqual([]);
  });
});

describe('of orders', () => {
  it('says which ended for want of margin while their owners were away', () => {
    const scenario = perpetuals();
    // Bob's order at 50,000 is costed at its limit; then the mark is far below, and opening there costs what he has not.
    scenario.given(leverage(BOB, 20), as('bob-1', open(BOB, 'long', M, 100)));
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
    quiet(scenario, 480_000).given(open(ALICE, 'short', M - 19_000, 100, { timeInForce: 'ioc' }));
    const orders = heard(scenario.exchange.batches).flatMap((told) => told.orders);
    expect(orders).toMatchObject([{ user: BOB, key: 'order.margin', facts: { side: 'buy', why: 'margin_short' } }]);
    // Behind a start, too: folded there, or, where even the state is ahead, with what is looked up.
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
