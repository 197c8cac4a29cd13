/** One position at a time: taken off and turned around by who takes and by who waits, and orders that no longer find it are cut. */
import { ALICE, BOB, CAROL, by, cancelAll, type Scenario } from './core-fixture';
import { close, open, opened, perpetuals, PERP, positionMode, reverse, stop } from './perpetual-fixture';

const M = 500_000;

export function everythingOfOneWay(): Scenario {
  return perpetuals().given(
    positionMode(BOB, 'one_way'),
    positionMode(CAROL, 'one_way'),
    opened(M, 20),
    // The first holds nothing, the second for the half that would open.
    [open(BOB, 'short', M + 50, 15), open(BOB, 'short', M + 60, 10)],
    // Who waits is turned around.
    open(ALICE, 'long', M + 60, 22, { timeInForce: 'ioc' }),
    by(BOB, cancelAll(PERP)),
    // Who takes is: of nine, two were short.
    [open(ALICE, 'short', M + 70, 9), open(BOB, 'long', M + 70, 9, { timeInForce: 'ioc' })],
    // Both close; what takes at once takes it from them.
    [close(BOB, 'long', M + 90, 5), open(BOB, 'short', M + 80, 4)],
    [open(CAROL, 'long', M - 10, 5), open(BOB, 'short', null, 5)],
    // Both turn at once: Carol as she waits, Bob as he takes.
    [open(CAROL, 'short', M + 30, 12), open(BOB, 'long', M + 30, 6, { timeInForce: 'ioc' })],
    stop(CAROL, 'short', 'stop_loss', M + 2_000),
    [open(ALICE, 'long', M - 20, 40), reverse(BOB, 'long')],
    [open(ALICE, 'short', M + 40, 3), open(CAROL, 'long', M + 40, 3, { timeInForce: 'ioc' })],
  );
}
