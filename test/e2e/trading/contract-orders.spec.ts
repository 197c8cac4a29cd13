import { HttpExchange, expectSuccess, type Json, type Person } from '../../tools/people/http-exchange';
import { openPerpetual } from '../../tools/fixtures/perpetual-listing';
import { contractAsks, order, PERP } from './contract-asks';

/** Further requests on orders and positions of perpetuals over HTTP: attached stops, closing all, reversing. */
describe('contract orders', () => {
  let now = Date.now();
  let exchange: HttpExchange;
  let alice: Person;
  let bob: Person;

  const { ask, funded, publish } = contractAsks(
    () => exchange,
    () => now,
  );

  beforeAll(async () => {
    exchange = await HttpExchange.start({}, { clock: () => now });
    const admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    await openPerpetual(exchange, admin);
    alice = await funded(admin, 'alice');
    bob = await funded(admin, 'bob');
    // For the first ten minutes prices are bound more closely to the mark.
    now += 600_000;
    await publish();
  });
  afterAll(() => exchange.stop());

  async function standing(person: Person, minPosition: number): Promise<Json> {
    return (await exchange.get(`/app/contract/positions?minPosition=${minPosition}`, person.ticket)).data;
  }
  /** Includes the core's own events that follow the request. */
  const head = () => exchange.headOfJournal().position;

  describe('attached stops', () => {
    const brought = { takeProfit: { trigger: '52000' }, stopLoss: { trigger: '48000', triggerBy: 'last' } };

    it('are shown with the order, become stops of its position, and are still shown with the order afterwards', async () => {
      const placed = await expectSuccess(ask(bob, 'place', order('open', 'long', '49900', '0.1', brought)));
      const before = await standing(bob, placed.position);
      expect(before.orders).toMatchObject([{ id: placed.order, takeProfit: '52000', stopLoss: '48000' }]);
      expect(before.stops).toEqual([]);

      const amended = { order: placed.order, takeProfit: { trigger: '53000', triggerBy: 'mark' }, stopLoss: null };
      const { position } = await expectSuccess(ask(bob, 'amend', amended));
      expect((await standing(bob, position)).orders).toMatchObject([{ takeProfit: '53000', stopLoss: null }]);

      await expectSuccess(ask(alice, 'place', order('open', 'short', '49900', '0.04')));
      const after = await standing(bob, head());
      expect(after.orders).toMatchObject([{ id: placed.order, filledQuantity: '0.04', takeProfit: '53000' }]);
      const waiting = { kind: 'take_profit', trigger: '53000', triggerBy: 'mark', phase: 'waiting', reason: null };
      expect(after.stops).toMatchObject([{ ...waiting, contract: after.positions[0].id, quantity: '0.04' }]);

      await expectSuccess(ask(alice, 'place', order('open', 'short', '49900', '0.06')));
      const full = await standing(bob, head());
      expect(full.orders).toEqual([]);
      expect(full.stops).toMatchObject([{ ...waiting, quantity: '0.1' }]);
      const { data } = await exchange.post(
        '/app/contract/historyOrders',
        { market: PERP, pageIndex: 1, pageSize: 10, minPosition: head() },
        bob.ticket,
      );
      expect(data.records).toMatchObject([{ order: placed.order, takeProfit: '53000', stopLoss: null }]);
    });

    it.each([
      ['of nothing', { takeProfit: { trigger: '0' } }, 'stop.zero'],
      ['between two ticks', { stopLoss: { trigger: '48000.001' } }, 'price.off.tick'],
      ['on the other side', { stopLoss: { trigger: '49950' } }, 'stop.loss.wrong.side'],
      ['of no price', { takeProfit: {} }, 'request.invalid'],
    ])('are refused %s', async (_what, wish, code) => {
      expect((await ask(bob, 'place', order('open', 'long', '49900', '0.1', wish))).code).toBe(code);
    });

    it('are not accepted for a closing order', async () => {
      const wish = order('close', 'long', '50100', '0.1', { stopLoss: { trigger: '48000' } });
      expect((await ask(bob, 'place', wish)).code).toBe('order.combination.invalid');
    });
  });

  describe('whole positions', () => {
    const history = async (person: Person): Promise<Json[]> => {
      const wish = { market: PERP, pageIndex: 1, pageSize: 10, minPosition: head() };
      return (await exchange.post('/app/contract/closedPositions', wish, person.ticket)).data.records;
    };
    const sides = async (person: Person): Promise<string[]> =>
      (await standing(person, head())).positions.map(({ side, quantity }: Json) => `${side} ${quantity}`);

    it('are reversed: closed, and opened on the other side', async () => {
      expect(await sides(bob)).toEqual(['long 0.1']);
      await expectSuccess(ask(alice, 'place', order('open', 'long', '49900', '0.3')));
      await expectSuccess(ask(bob, 'reverse', { position: 'long' }));
      expect(await sides(bob)).toEqual(['short 0.1']);
      expect(await history(bob)).toMatchObject([{ side: 'long', closeMode: 'reverse', quantity: '0.1' }]);
      await expectSuccess(ask(alice, 'cancelAll', {}));
    });

    it('are closed in one call; without a counterparty they stay open and are listed as such', async () => {
      await expectSuccess(ask(bob, 'closeAll', {}));
      expect(await sides(bob)).toEqual(['short 0.1']);
      await expectSuccess(ask(alice, 'place', order('open', 'short', '50000', '0.1')));
      const wish = { clientId: exchange.clientId() };
      const first = await expectSuccess(exchange.post('/app/contract/closeAll', wish, bob.ticket));
      expect(await sides(bob)).toEqual([]);
      expect((await history(bob))[0]).toMatchObject({ side: 'short', closeMode: 'close_all' });
      // A retry with the same id does nothing more.
      const again = await expectSuccess(exchange.post('/app/contract/closeAll', wish, bob.ticket));
      expect(again).toEqual({ ...first, repeated: true });
      expect((await ask(bob, 'closeAll', {})).code).toBe('position.none');
    });

    it.each([
      ['closeAll', { market: 'ETH-USDT-PERP' }, 'market.unknown'],
      ['reverse', { position: 'long' }, 'position.none'],
      ['reverse', { position: 'up' }, 'request.invalid'],
      ['reverse', { position: 'long', market: 'BTC-USDT' }, 'market.unknown'],
    ])('%s is refused for %j', async (at, wish, code) => {
      expect((await ask(bob, at, wish)).code).toBe(code);
    });
  });
});
