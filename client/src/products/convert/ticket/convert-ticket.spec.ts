import { EMPTY, typedOf } from '../../../kit/lib/numbers/typed';
import { faultOf, placeOf, routeOf } from './convert-ticket';

describe('conversion amount', () => {
  it.each([
    ['nothing', EMPTY, '5', { code: 'amount.not.positive' }],
    ['zero', typedOf('0'), '5', { code: 'amount.not.positive' }],
    ['more than there is', typedOf('5.00000001'), '5', { code: 'balance.insufficient' }],
    ['all there is', typedOf('5'), '5', null],
    ['any, where the balance is not known yet', typedOf('5'), null, null],
  ])('of %s', (_name, typed, available, fault) => {
    expect(faultOf(typed, available)).toEqual(fault);
  });

  it('that is not a number is reported by the field', () => {
    const typed = { kind: 'refused', text: 'x', fault: 'no_number', isUnfinished: false, meant: null } as const;
    expect(faultOf(typed, '5')).toEqual({ code: null });
  });
});

describe('place of a refusal', () => {
  it.each([
    ['balance.insufficient', 'amount'],
    ['amount.too.precise', 'amount'],
    ['quantity.too.small', 'amount'],
    ['notional.too.small', 'amount'],
    ['convert.amount.too.small', 'amount'],
    ['convert.least.not.reached', 'quote'],
    ['convert.quote.expired', 'quote'],
    ['coin.under.maintenance', 'form'],
    ['account.frozen', 'form'],
    ['system.busy', 'form'],
  ])('%s at the %s', (code, place) => {
    expect(placeOf({ code })).toBe(place);
  });

  it('above the button for a missing response', () => {
    expect(placeOf({ cause: 'network' })).toBe('form');
  });
});

describe('conversion route', () => {
  it('includes the coin between two markets', () => {
    const pair = { from: 'BTC', to: 'ETH' };
    const [usdt, eth] = ['USDT', 'ETH'].map((asset) => ({ fee: { asset } }));
    expect(routeOf(pair, [eth])).toEqual(['BTC', 'ETH']);
    expect(routeOf(pair, [usdt, eth])).toEqual(['BTC', 'USDT', 'ETH']);
  });
});
