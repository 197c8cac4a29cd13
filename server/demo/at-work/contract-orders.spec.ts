import { ALICE, BOB, type Scenario } from '../../../test/tools/fixtures/core-fixture';
import { order, PERP, perpetuals } from '../../../test/tools/fixtures/perpetual-fixture';
import type { Command } from '../../core/command';
import type { PlaceOrder, QuoteMarket } from '../../products/spot/core/commands';
import { isRejection } from '../../core/rejection';
import { contractQuotes, contractTake } from './contract-orders';
import { marketStateOf } from './market-state';
import { planContractTopUps } from './top-up';

const quotes = (pieces: Partial<QuoteMarket>): QuoteMarket => ({
  type: 'QuoteMarket',
  user: BOB,
  market: PERP,
  cancels: [],
  amends: [],
  places: [],
  ...pieces,
});
const take = (side: PlaceOrder['side'], quantity: number) => ({
  ...({ type: 'PlaceOrder', user: BOB, market: PERP, side } as const),
  ...({ kind: 'market', timeInForce: 'ioc', selfTrade: 'cancel_taker', quantity } as const),
});

/** Sends the commands for the quotes; none may be rejected. */
function sent({ exchange }: Scenario, wanted: QuoteMarket): Command[] {
  const commands: Command[] = [];
  contractQuotes(
    () => exchange.state,
    wanted,
    (command) => {
      commands.push(command);
      const outcome = exchange.take({ actor: `user/${BOB}`, command });
      expect(isRejection(outcome) ? outcome.rejected : null).toBeNull();
    },
  );
  return commands;
}
const idsOf = ({ exchange }: Scenario): number[] => [...(exchange.state.members.get(BOB)?.openOrders.get(PERP) ?? [])];

describe('quotes of contracts', () => {
  const buy = { side: 'buy', price: 499_000, quantity: 5 } as const;
  const sell = { side: 'sell', price: 501_000, quantity: 5 } as const;

  it('open on both sides without a position', () => {
    expect(sent(perpetuals(), quotes({ places: [buy, sell] }))).toMatchObject([
      { position: 'short', act: 'open', price: 501_000 },
      { position: 'long', act: 'open', price: 499_000, timeInForce: 'post_only' },
    ]);
  });

  it('begin with the side that an empty book allows', () => {
    // The last price is 50,000.0 before any trade.
    const below = quotes({ places: [{ ...sell, price: 499_500 }, buy] });
    expect(sent(perpetuals(), below)).toMatchObject([{ position: 'long' }, { position: 'short' }]);
    const above = quotes({ places: [{ ...buy, price: 500_500 }, sell] });
    expect(sent(perpetuals(), above)).toMatchObject([{ position: 'short' }, { position: 'long' }]);
  });

  it('first close the opposite position, up to its size', () => {
    // Bob has a short position of 8 lots.
    const scenario = perpetuals().given(order(BOB, 'open', 'short', 500_000, 8), order(ALICE, 'open', 'long', null, 8));
    const further = { ...buy, price: 498_000 };
    const commands = sent(scenario, quotes({ places: [buy, further, sell] }));
    expect(commands).toMatchObject([
      { position: 'short', act: 'open' },
      { position: 'short', act: 'close', price: 499_000 },
      { position: 'long', act: 'open', price: 498_000 },
    ]);
  });

  it('let a closing order grow up to the position’s size', () => {
    const scenario = perpetuals().given(order(BOB, 'open', 'short', 500_000, 8), order(ALICE, 'open', 'long', null, 8));
    sent(scenario, quotes({ places: [buy] }));
    const [id] = idsOf(scenario);
    expect(sent(scenario, quotes({ amends: [{ order: id, price: 499_500, quantity: 50 }] }))).toMatchObject([
      { order: id, price: 499_500, quantity: 8 },
    ]);
  });

  it('skip an order that is gone, and cancel requested ones', () => {
    const scenario = perpetuals();
    sent(scenario, quotes({ places: [buy, sell] }));
    const [first, second] = idsOf(scenario);
    sent(scenario, quotes({ cancels: [first] }));
    expect(sent(scenario, quotes({ amends: [{ order: first, price: 499_500, quantity: 5 }] }))).toEqual([]);
    expect(idsOf(scenario)).toEqual([second]);
  });
});

describe('takes of contracts', () => {
  it('open if there is nothing to close', () => {
    const { state } = perpetuals().exchange;
    expect(contractTake(state, take('buy', 5))).toMatchObject({ position: 'long', act: 'open', quantity: 5 });
    expect(contractTake(state, take('sell', 5))).toMatchObject({ position: 'short', act: 'open', quantity: 5 });
  });

  it('close an opposite position and nothing more', () => {
    const scenario = perpetuals().given(order(BOB, 'open', 'short', 500_000, 8), order(ALICE, 'open', 'long', null, 8));
    const { state } = scenario.exchange;
    expect(contractTake(state, take('buy', 5))).toMatchObject({ position: 'short', act: 'close', quantity: 5 });
    expect(contractTake(state, take('buy', 50))).toMatchObject({ position: 'short', act: 'close', quantity: 8 });
    expect(contractTake(state, take('sell', 5))).toMatchObject({ position: 'short', act: 'open', quantity: 5 });
  });
});

describe('a trader’s view of a contract', () => {
  it('is null while its mark is stale, because opening would be rejected', () => {
    const { exchange } = perpetuals();
    expect(marketStateOf(exchange.state, PERP, BOB)).not.toBeNull();
    exchange.now += 16_000;
    exchange.take({ actor: `user/${BOB}`, command: { type: 'SetLeverage', user: BOB, market: PERP, leverage: 7 } });
    expect(marketStateOf(exchange.state, PERP, BOB)).toBeNull();
  });
});

describe('topping up the contract account', () => {
  it('transfers the missing part below a quarter, as far as available', () => {
    const { exchange } = perpetuals();
    // The full million is already there.
    expect(planContractTopUps(exchange.state, BOB, { usdt: '4000000' })).toEqual([]);
    const back = { type: 'TransferFunds', user: BOB, asset: 'USDT', from: 'contract', to: 'spot' } as const;
    exchange.take({ actor: `user/${BOB}`, command: { ...back, amount: 90_000_000_000_000n } });
    expect(planContractTopUps(exchange.state, BOB, { usdt: '4000000' })).toEqual([]);
    const [transfer] = planContractTopUps(exchange.state, BOB, { usdt: '500000' });
    expect(transfer).toMatchObject({ from: 'spot', to: 'contract', amount: 40_000_000_000_000n });
    expect(planContractTopUps(exchange.state, BOB, { usdt: '400000' })).toEqual([]);
  });
});
