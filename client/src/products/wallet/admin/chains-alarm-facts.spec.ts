import { alarmFacts } from './chains-alarm-facts';

const scaleOf = (asset: string) => ({ USDT: 8, USD: 2 })[asset];

describe('alarm facts', () => {
  it('show the amount as a decimal of the asset', () => {
    const facts = { asset: 'USDT', amount: '300000001', user: '10000004' };
    expect(alarmFacts({ facts }, scaleOf)).toMatchObject({ amount: '3.00000001', asset: 'USDT', user: '10000004' });
  });

  it.each([
    ['of an asset that is not listed', { asset: 'ETH', amount: '5', code: 'chain.unknown' }],
    ['in the units of the chain, listed since or not', { asset: 'USDT', amount: '5', code: 'asset.unknown' }],
    ['that there is not', { asset: 'USDT', code: 'chain.unknown' }],
  ])('have no amount %s', (_, facts) => {
    expect(alarmFacts({ facts }, scaleOf)).toMatchObject({ amount: null, asset: facts.asset, code: facts.code });
  });

  it('order re-read blocks ascending', () => {
    expect(alarmFacts({ facts: { from: '120', to: '20' } }, scaleOf)).toEqual({
      user: null,
      asset: null,
      amount: null,
      frozen: null,
      address: null,
      code: null,
      blocks: { from: '20', to: '120' },
      differingData: null,
      node: null,
    });
  });

  it('show a frozen amount, or null if nothing was frozen', () => {
    const facts = { asset: 'USDT', amount: '300000001', user: '10000004' };
    expect(alarmFacts({ facts: { ...facts, frozen: '5' } }, scaleOf).frozen).toBe('0.00000005');
    expect(alarmFacts({ facts: { ...facts, frozen: '0' } }, scaleOf).frozen).toBeNull();
    expect(alarmFacts({ facts }, scaleOf).frozen).toBeNull();
  });

  it('show a node’s reported value next to the expected one', () => {
    const facts = { fact: 'decimals', expected: '6', found: '18' };
    expect(alarmFacts({ facts }, scaleOf)).toMatchObject({ node: facts, amount: null, blocks: null });
    expect(alarmFacts({ facts: { from: '9', to: '2' } }, scaleOf).node).toBeNull();
  });
});
