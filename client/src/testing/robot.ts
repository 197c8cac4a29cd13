/** Fixtures of robots: a market, a running robot, one of its cycles and an order. */
import type { Robot, RobotCycle, RobotOrder, RobotProduct } from '../../../shared/products/robot/wire';

export const ROBOT_MARKET = { quantityMin: '0.00001', quantityMax: '100', notionalMin: '10' };

export const ROBOT_PRODUCT: RobotProduct = {
  ...{ market: 'BTC-USDT', base: 'BTC', quote: 'USDT', baseScale: 8, quoteScale: 8, tick: '0.01', lot: '0.00001' },
  ...{ state: 'open', amountMin: '100', userMax: '20000', linesMin: 3, linesMax: 50 },
  ...{ lossLimitMinPpb: 10_000_000, lossLimitMaxPpb: 900_000_000, cycleMs: 150_000, makerFeePpb: 1_000_000 },
  price: '60000',
};

const COUNTED = {
  ...{ trades: 3, bought: '0.004', paid: '236', sold: '0.002', received: '121', feesBase: '0.000004' },
  ...{ feesQuote: '0.121', realised: '2.761' },
};

export function robot(overrides: Partial<Robot> = {}): Robot {
  return {
    ...{ robot: '7', market: 'BTC-USDT', base: 'BTC', quote: 'USDT', status: 'running', reason: null, amount: '1000' },
    ...{ lower: '57000', upper: '63000', lines: 11, lossLimitPpb: 100_000_000, stopValue: '900' },
    ...{ startedAt: 10_000, startedPosition: 4, cycle: 2, cycleEndsAt: 310_000, quoteHeld: '884.879' },
    ...{ baseHeld: '0.001996', cost: '118', returnedQuote: null, returnedBase: null, endedAt: null },
    ...COUNTED,
    ...overrides,
  };
}

export function robotCycle(overrides: Partial<RobotCycle> = {}): RobotCycle {
  return {
    ...{ robot: '7', cycle: 1, startedAt: 10_000, endedAt: 160_000, quoteHeld: '884.879', baseHeld: '0.001996' },
    ...{ price: '60000', value: '1004.639' },
    ...COUNTED,
    ...overrides,
  };
}

export function robotOrder(overrides: Partial<RobotOrder> = {}): RobotOrder {
  return {
    ...{
      order: '41',
      robot: '7',
      cycle: 1,
      side: 'buy',
      price: '59400',
      quantity: '0.00168',
      filledQuantity: '0.00168',
    },
    ...{ filledQuote: '99.792', status: 'filled', reason: null, placedAt: 20_000, endedAt: 30_000 },
    ...overrides,
  };
}
