/** Contracts on the trading floor: a perpetual with an index feed and positions of two users. */
import type { PublishIndex } from '../../../server/core/index-price/commands';
import type { Person } from '../../tools/people/http-exchange';
import { PERPETUAL_TERMS, openPerpetual } from '../../tools/fixtures/perpetual-listing';
import type { TradingFloor } from './trading-floor';

export const PERPETUAL = PERPETUAL_TERMS.market;
export const TRADING_CONTRACTS = `/contractTransaction?market=${PERPETUAL}`;
const SYMBOL = PERPETUAL_TERMS.index;
/** Well below the age at which prices are stale. */
const PUBLISHED_MS = 2_000;

export interface ContractFloor {
  /** Publishes index and mark again, and repeats that until the end. */
  moveTo(price: number): Promise<void>;
  open(person: Person, wish: ContractWish): Promise<string>;
  stop(): void;
}

interface ContractWish {
  act: 'open' | 'close';
  position: 'long' | 'short';
  quantity: string;
  /** Absent: a market order. */
  price?: string;
}

export async function openContractFloor(
  { exchange, admin, maker, trader }: TradingFloor,
  { now = Date.now, ...terms }: { now?: () => number; fundingIntervalMs?: number } = {},
): Promise<ContractFloor> {
  await openPerpetual(exchange, admin, terms);
  for (const person of [maker, trader]) {
    await asked('/app/transfer/apply', { asset: 'USDT', from: 'spot', to: 'contract', amount: '100000' }, person);
  }
  let price = 50_000;
  const publish = async (): Promise<void> => {
    const sources = [0, 1, 2].map((number) => ({ source: `source ${number}`, price: price * 100, at: now() }));
    const command: PublishIndex = { type: 'PublishIndex', prices: [{ symbol: SYMBOL, sources }] };
    await exchange.application.exchange.engine.submit({ actor: 'feed/index', command });
  };
  await publish();
  const timer = setInterval(() => void publish(), PUBLISHED_MS);
  return {
    moveTo: (to) => {
      price = to;
      return publish();
    },
    open: async (person, wish) => {
      const kind = wish.price === undefined ? 'market' : 'limit';
      const { order } = await asked('/app/contract/place', { market: PERPETUAL, kind, ...wish }, person);
      return String(order);
    },
    stop: () => clearInterval(timer),
  };

  async function asked(at: string, body: object, person: Person): Promise<Record<string, unknown>> {
    const { code, data } = await exchange.post(at, { clientId: exchange.clientId(), ...body }, person.ticket);
    if (code !== 'success') throw new Error(`${at}: ${code} ${JSON.stringify(data)}`);
    return data;
  }
}
