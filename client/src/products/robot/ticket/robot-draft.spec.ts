import { differenceOf } from '../../../kit/lib/numbers/exact';
import { EMPTY, typedOf } from '../../../kit/lib/numbers/typed';
import { ROBOT_MARKET, ROBOT_PRODUCT } from '../../../testing/robot';
import {
  faultsOf,
  gridOf,
  amountLeft,
  lossPpbOf,
  previewOf,
  pricesOf,
  suggestedDraft,
  requestOf,
  type RobotDraft,
  type RobotContext,
} from './robot-draft';

const AROUND = { product: ROBOT_PRODUCT, terms: ROBOT_MARKET, available: '5000', staked: '0' };
const DRAFT: RobotDraft = {
  ...suggestedDraft(ROBOT_PRODUCT),
  ...{ amount: typedOf('1000'), secretKey: 'right' },
};
const codes = (more: Partial<RobotDraft>, around: Partial<RobotContext> = {}) =>
  faultsOf({ ...DRAFT, ...more }, { ...AROUND, ...around }).map(({ field, code }) => [field, code]);

it('suggests eleven lines around the price, on ticks', () => {
  expect(gridOf(DRAFT, ROBOT_PRODUCT)).toEqual({ lower: 5_700_000, upper: 6_300_000, lines: 11 });
  expect(suggestedDraft({ ...ROBOT_PRODUCT, price: null })).toMatchObject({ lower: EMPTY, upper: EMPTY });
  expect(faultsOf(DRAFT, AROUND)).toEqual([]);
});

it('previews lines, amount per step and stop loss', () => {
  const grid = gridOf(DRAFT, ROBOT_PRODUCT);
  expect(grid && pricesOf(grid, ROBOT_PRODUCT.tick)).toHaveLength(11);
  expect(previewOf(DRAFT, AROUND)).toMatchObject({ step: '600', each: '100', stop: '900' });
});

it.each<[string, Partial<RobotDraft>, [string, string | null][]]>([
  ['no amount', { amount: EMPTY }, [['amount', 'amount.not.positive']]],
  ['an amount of nothing', { amount: typedOf('0') }, [['amount', 'amount.not.positive']]],
  ['less than the least', { amount: typedOf('99.99') }, [['amount', 'robot.amount.minimum']]],
  ['more than there is', { amount: typedOf('5000.01') }, [['amount', 'balance.insufficient']]],
  ['more than one user may', { amount: typedOf('20000.01') }, [['amount', 'robot.cap.user']]],
  ['a grid upside down', { lower: typedOf('63000'), upper: typedOf('57000') }, [['lower', 'robot.grid.invalid']]],
  ['two lines', { lines: typedOf('2') }, [['lower', 'robot.grid.invalid']]],
  ['fifty-one lines', { lines: typedOf('51') }, [['lower', 'robot.grid.invalid']]],
  ['a price off the tick', { lower: typedOf('57000.001') }, [['lower', 'robot.grid.invalid']]],
  ['steps that do not pay their fees', { upper: typedOf('57100') }, [['lines', 'robot.grid.too.narrow']]],
  ['a limit below the least', { loss: typedOf('0.99') }, [['loss', 'robot.loss.limit.invalid']]],
  ['a limit beyond the most', { loss: typedOf('90.01') }, [['loss', 'robot.loss.limit.invalid']]],
  ['no secret key', { secretKey: ' ' }, [['secretKey', 'secret.key.wrong']]],
])('refuses %s', (_what, more, expected) => {
  expect(codes(more)).toEqual(expected);
});

it('accepts limits and amounts at their bounds', () => {
  const minimum = previewOf(DRAFT, AROUND)?.minimum ?? '';
  expect(codes({ amount: typedOf(minimum) })).toEqual([]);
  expect(codes({ amount: typedOf(differenceOf(minimum, '0.00000001')) })).toEqual([['amount', 'robot.amount.minimum']]);
  expect(codes({ lines: typedOf('3'), amount: typedOf('100') })).toEqual([]);
  expect(codes({ lines: typedOf('3'), amount: typedOf('99.99999999') })).toEqual([['amount', 'robot.amount.minimum']]);
  expect(codes({ amount: typedOf('5000') })).toEqual([]);
  expect(codes({ loss: typedOf('1') })).toEqual([]);
  expect(codes({ loss: typedOf('90') })).toEqual([]);
  expect(codes({ amount: typedOf('20000') }, { available: null })).toEqual([]);
});

it('needs more than the market’s minimum for many lines', () => {
  const many = { ...DRAFT, lines: typedOf('41') };
  expect(Number(previewOf(many, AROUND)?.minimum)).toBeGreaterThan(400);
  expect(codes({ lines: typedOf('41'), amount: typedOf('400') })).toEqual([['amount', 'robot.amount.minimum']]);
});

it('includes stakes of the user’s other robots', () => {
  expect(amountLeft(ROBOT_PRODUCT, '19500')).toBe('500');
  expect(amountLeft(ROBOT_PRODUCT, '25000')).toBe('0');
  expect(codes({}, { staked: '19500' })).toEqual([['amount', 'robot.cap.user']]);
});

it('sends the typed values with a trimmed key', () => {
  expect(requestOf({ ...DRAFT, secretKey: ' right ' }, ROBOT_PRODUCT)).toEqual({
    ...{ market: 'BTC-USDT', amount: '1000', secretKey: 'right', lossLimitPpb: 100_000_000 },
    grid: { lower: '57000', upper: '63000', lines: 11 },
  });
  expect(requestOf({ ...DRAFT, amount: EMPTY }, ROBOT_PRODUCT)).toBeNull();
  expect(lossPpbOf({ loss: typedOf('12.5') })).toBe(125_000_000);
});
