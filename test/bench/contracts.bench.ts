/*
 * The durable pipeline with orders of a perpetual, alternating with the same stream in a spot market. Shows the cost of
 * positions, margin and the checks of both sides between a command and its answer.
 */
import { drive, submitAll } from './drive';
import { withPipeline, type StartProjector } from './pipeline.bench';
import { median, rateText, spreadOf, type BenchTable } from './table';
import { openingOfBoth, published, restingIn, TouchMix, type TouchProduct } from './touch-stream';

const ROUNDS = 5;
const ORDERS = 200_000;
const IN_FLIGHT = 1_024;
const USERS = 1_000;
const RESTING = 10_000;
/** Publications count for 15 seconds. */
const PUBLISH_EACH_MS = 2_000;

/** Orders per second. */
function measure(product: TouchProduct, orders: number, startProjector: StartProjector): Promise<number> {
  return withPipeline(startProjector, async ({ engine }) => {
    for (const step of openingOfBoth(USERS, Date.now)) await submitAll(engine, step, 4_096);
    await submitAll(engine, restingIn(product, RESTING, USERS), 4_096);
    const publishing = setInterval(() => void submitAll(engine, [published(Date.now())], 1), PUBLISH_EACH_MS);
    try {
      const mix = new TouchMix(product, 11, USERS);
      await drive(engine, mix, IN_FLIGHT, Math.floor(orders / 10));
      const { seconds } = await drive(engine, mix, IN_FLIGHT, orders);
      return orders / seconds;
    } finally {
      clearInterval(publishing);
    }
  });
}

export async function runContractsBench(startProjector: StartProjector, orders = ORDERS): Promise<BenchTable> {
  const rates: Record<TouchProduct, number[]> = { spot: [], perpetual: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const product of ['spot', 'perpetual'] as const)
      rates[product].push(await measure(product, orders, startProjector));
  }
  const row = (what: string, own: number[]): string[] => [
    what,
    rateText(median(own)),
    spreadOf(own),
    (median(own) / median(rates.spot)).toFixed(2),
  ];
  return {
    title: 'Orders of a perpetual beside the same in a spot market',
    columns: ['market', 'orders/s', 'spread', 'ratio'],
    rows: [row('spot', rates.spot), row('perpetual', rates.perpetual)],
    notes: [
      `${IN_FLIGHT.toLocaleString('en')} in flight, ${USERS} users, ${RESTING} resting orders; hash chain, snapshot thread and projector running`,
      'the goal is 0.7',
    ],
  };
}
