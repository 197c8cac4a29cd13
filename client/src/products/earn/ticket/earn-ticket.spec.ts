import { EMPTY, readTyped, typedOf } from '../../../kit/lib/numbers/typed';
import { faultOf, userQuotaLeft, type Bounds } from './earn-ticket';

const BOUNDS: Bounds = { amountMin: '10', userMax: '1000', own: '400', remaining: '500', available: '450' };
const fault = (amount: string, more: Partial<Bounds> = {}) => faultOf(typedOf(amount), { ...BOUNDS, ...more });

describe('purchase check', () => {
  it.each([
    ['nothing', '0', { code: 'amount.not.positive' }],
    ['one unit below the minimum', '9.99999999', { code: 'earn.amount.minimum', amount: '10', bound: 'minimum' }],
    ['the minimum', '10', null],
    ['all of the balance', '450', null],
    ['one unit more', '450.00000001', { code: 'balance.insufficient' }],
    ['all of the quota, above the balance', '500', { code: 'balance.insufficient' }],
    ['one unit above the quota', '500.00000001', { code: 'earn.quota.exceeded', amount: '500', bound: 'maximum' }],
    [
      'one unit above what the user may still have',
      '600.00000001',
      { code: 'earn.cap.user', amount: '600', bound: 'maximum' },
    ],
  ])('of %s', (_what, amount, expected) => {
    expect(fault(amount)).toEqual(expected);
  });

  it('skips an unknown balance', () => {
    expect(fault('500', { available: null })).toBeNull();
  });

  it('rejects an empty amount and an invalid number', () => {
    expect(faultOf(EMPTY, BOUNDS)).toEqual({ code: 'amount.not.positive' });
    const typed = readTyped('ten', { tag: 'en', scale: 8, beyond: 'down' });
    expect(faultOf(typed, BOUNDS)).toEqual({ code: null });
  });
});

it('leaves 0 to a user above a lowered limit', () => {
  expect(userQuotaLeft({ userMax: '100', own: '150' })).toBe('0');
});
