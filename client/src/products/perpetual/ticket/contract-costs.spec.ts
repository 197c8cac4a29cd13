/** Property test: the ticket’s order cost equals the amount taken by the core, to the unit. */
import * as fc from 'fast-check';
import { availableIn } from '../../../../../server/core/ledger/ledger';
import { isRejection } from '../../../../../server/core/rejection';
import type { PositionSide } from '../../../../../shared/products/perpetual/rules/position';
import { decimalOf } from '../../../../../shared/rules/units';
import { ALICE, BOB, CAROL, type Step } from '../../../../../test/tools/fixtures/core-fixture';
import {
  close,
  leverage as chosen,
  open,
  PERP,
  perpetuals,
  positionMode,
} from '../../../../../test/tools/fixtures/perpetual-fixture';
import { sides } from '../../../../../test/tools/fixtures/perpetual-terms';
import { outcomeTermsOf, type OutcomeTerms } from '../../../kit/entities/contract/outcomes';
import { EMPTY, typedOf } from '../../../kit/lib/numbers/typed';
import { PERPETUAL, TAKER_PPB } from '../../../testing/perpetual';
import { emptyDraft } from './contract-draft';
import type { ContractContext } from './contract-context';
import { contractTicket } from './contract-ticket';

const M = 500_000;
const OUTCOME = outcomeTermsOf(PERPETUAL, TAKER_PPB) as OutcomeTerms;
const lotsOf = (lots: number) => decimalOf(BigInt(lots), 3);
const priceOf = (ticks: number) => decimalOf(BigInt(ticks), 1);

const levels = fc.uniqueArray(
  fc.record({ away: fc.integer({ min: 1, max: 400 }), lots: fc.integer({ min: 1, max: 900 }) }),
  { maxLength: 4, selector: ({ away }) => away },
);
const cases = fc.record({
  ...{ side: sides, asks: levels, bids: levels },
  kind: fc.constantFrom('limit' as const, 'market' as const),
  timeInForce: fc.constantFrom('gtc' as const, 'ioc' as const, 'fok' as const, 'post_only' as const),
  price: fc.integer({ min: M - 500, max: M + 500 }),
  lots: fc.integer({ min: 1, max: 3_000 }),
  leverage: fc.integer({ min: 1, max: 125 }),
  stood: fc.integer({ min: 0, max: 600 }),
  /** One-way mode with an opposite position. */
  turns: fc.boolean(),
  /** Tenths of the opposite position that a distant closing order already reserves. */
  closers: fc.constantFrom(0, 0, 3, 7, 10),
});

/** BOB’s position as the stream reports it. */
function positionOf({ state }: ReturnType<typeof perpetuals>['exchange'], side: 'long' | 'short') {
  const position = state.perpetual.holdings.get(BOB)?.get(PERP)?.[side];
  if (!position) return null;
  const { lots, cost, hold } = position;
  return {
    ...{ id: '1', market: PERP, side, mode: 'isolated' as const, leverage: 1, quantity: lotsOf(lots), lots },
    ...{ cost: decimalOf(cost, 8), margin: decimalOf(state.holds.get(hold)?.remaining ?? 0n, 8) },
    ...{ liquidationPrice: null, bankruptcyPrice: null, isLocked: false, openedAt: 0 },
  };
}

/** Amount set aside by the last placed order. */
function heldBy({ batches }: ReturnType<typeof perpetuals>['exchange']): bigint {
  const placed = batches.flatMap(({ events }) => events.filter(({ type }) => type === 'PerpetualOrderPlaced')).at(-1);
  const entries = placed && 'entries' in placed ? placed.entries : [];
  return entries.reduce((sum, { amount }) => sum + amount, 0n);
}

test('order accepted by the ticket is accepted by the core at the shown cost', () => {
  let taken = 0;
  let turned = 0;
  let shared = 0;
  fc.assert(
    fc.property(cases, ({ side, asks, bids, kind, timeInForce, price, lots, leverage, stood, turns, closers }) => {
      const other: PositionSide = side === 'long' ? 'short' : 'long';
      const [own, its]: [PositionSide, PositionSide] = turns ? [other, side] : [side, other];
      const closing = turns ? Math.floor((stood * closers) / 10) : 0;
      const rests = kind === 'limit' && (timeInForce === 'gtc' || timeInForce === 'post_only');
      const before: Step[] =
        stood === 0 ? [] : [open(CAROL, its, M, stood, { timeInForce: 'gtc' }), open(BOB, own, M, stood)];
      const { exchange } = perpetuals().given(
        chosen(BOB, leverage),
        ...(turns ? [positionMode(BOB, 'one_way')] : []),
        chosen(ALICE, 3),
        ...before,
        ...asks.map((level) => open(ALICE, 'short', M + level.away, level.lots)),
        ...bids.map((level) => open(ALICE, 'long', M - level.away, level.lots)),
        ...(closing > 0 ? [close(BOB, other, M + (other === 'long' ? 900 : -900), closing)] : []),
      );
      const opposed = turns ? positionOf(exchange, other) : null;
      const funds = availableIn(exchange.state.ledger, 'contract', BOB, 'USDT');
      const context: ContractContext = {
        ...{ market: { ...PERPETUAL, price: '50000' }, outcome: OUTCOME, act: 'open', side, kind, leverage },
        ...{
          timeInForce: kind === 'market' ? 'ioc' : timeInForce,
          triggerBy: 'mark',
          unit: 'coin',
          stops: null,
          closeTarget: opposed && { position: opposed, closable: lotsOf(rests ? stood - closing : stood) },
          isCross: false,
          cross: null,
        },
        ...{
          available: decimalOf(funds, 8),
          position: positionOf(exchange, side),
          closable: null,
          openOrderValue: '0',
        },
        ...{ last: '50000', mark: '50000' },
        book: {
          asks: [...asks].sort((a, b) => a.away - b.away).map((one) => [priceOf(M + one.away), lotsOf(one.lots)]),
          bids: [...bids].sort((a, b) => a.away - b.away).map((one) => [priceOf(M - one.away), lotsOf(one.lots)]),
        },
      };
      const draft = {
        ...emptyDraft('0'),
        ...{ price: kind === 'limit' ? typedOf(priceOf(price)) : EMPTY, size: typedOf(lotsOf(lots)) },
      };
      const isLetThrough = contractTicket.checks(draft, context).length === 0;
      const shown = contractTicket.preview(draft, context).find(({ name }) => name === 'place.cost')?.amount;
      const options = { timeInForce: context.timeInForce };
      const outcome = exchange.take(open(BOB, side, kind === 'limit' ? price : null, lots, options));
      if (!isLetThrough) return expect(isRejection(outcome)).toBe(true);
      // The book decides whether it fills.
      if (isRejection(outcome)) {
        return expect(outcome.rejected).toBe(timeInForce === 'post_only' ? 'order.would.take' : 'order.cannot.fill');
      }
      taken += 1;
      if (opposed) turned += 1;
      if (closing > 0 && rests) shared += 1;
      // Proceeds of closing are not part of the opening cost.
      const spent = opposed ? heldBy(exchange) : funds - availableIn(exchange.state.ledger, 'contract', BOB, 'USDT');
      expect([context.kind, context.timeInForce, shown ?? '0']).toEqual([
        context.kind,
        context.timeInForce,
        decimalOf(spent, 8),
      ]);
    }),
    { seed: 12, numRuns: 500 },
  );
  expect(taken).toBeGreaterThan(80);
  expect(turned).toBeGreaterThan(30);
  expect(shared).toBeGreaterThan(10);
});
