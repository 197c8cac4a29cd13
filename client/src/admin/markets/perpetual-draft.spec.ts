import { EMPTY, typedOf } from '../../kit/lib/numbers/typed';
import {
  changeIn,
  draftOf,
  withTier,
  type PerpetualDraft,
  type PerpetualTerms,
  type TierDraft,
} from './perpetual-draft';

const present: PerpetualTerms = {
  tiers: [
    { cap: '50000', leverageMax: 125, ratePpb: 4_000_000 },
    { cap: '250000', leverageMax: 100, ratePpb: 5_000_000 },
  ],
  fundingCapPpb: 3_000_000,
  openInterestMax: '100000000',
  impactNotional: '25000',
};
const scale = { digits: 8, closePpb: 600_000 };
const untouched = draftOf(present);

function drafted(place: number, tier: Partial<Record<keyof TierDraft, string>>): PerpetualDraft {
  const typed = Object.fromEntries(Object.entries(tier).map(([field, decimal]) => [field, typedOf(decimal)]));
  return { ...untouched, tiers: untouched.tiers.map((one, at) => (at === place ? { ...one, ...typed } : one)) };
}
const capped = (caps: Partial<PerpetualDraft['caps']>): PerpetualDraft => {
  return { ...untouched, caps: { ...untouched.caps, ...caps } };
};
const read = (draft: PerpetualDraft) => changeIn(draft, present, scale);

describe('draft of perpetual terms', () => {
  it('has no changes initially and shows rates in percent', () => {
    expect(untouched.tiers[0].rate).toEqual(typedOf('0.4'));
    expect(read(untouched)).toEqual({ change: {}, faults: {}, isMixed: false });
  });

  it('contains only changed terms: the whole tier list or a single cap', () => {
    const { change } = read(drafted(1, { leverage: '50' }));
    expect(change).toEqual({ tiers: [present.tiers[0], { ...present.tiers[1], leverageMax: 50 }] });
    expect(read(capped({ fundingCapPpb: typedOf('0.5') })).change).toEqual({ fundingCapPpb: 5_000_000 });
    expect(read(capped({ impactNotional: typedOf('30000') })).change).toEqual({ impactNotional: '30000' });
  });

  it('requires an added tier to be complete and above the previous one', () => {
    const more = withTier(untouched);
    expect(read(more).faults).toEqual({ 'cap.2': 'required', 'leverage.2': 'required', 'rate.2': 'required' });
    const last = { cap: typedOf('200000'), leverage: typedOf('101'), rate: typedOf('0.5') };
    expect(read({ ...more, tiers: [...untouched.tiers, last] }).faults).toEqual({
      'cap.2': 'out.of.range',
      'leverage.2': 'out.of.range',
      'rate.2': 'out.of.range',
    });
    const fine = { cap: typedOf('1000000'), leverage: typedOf('50'), rate: typedOf('1') };
    expect(read({ ...more, tiers: [...untouched.tiers, fine] }).change.tiers).toHaveLength(3);
  });

  it.each([
    [drafted(0, { cap: '0' }), ['cap.0']],
    [drafted(0, { cap: '0.000000001' }), ['cap.0']],
    [drafted(0, { leverage: '0' }), ['leverage.0', 'leverage.1']],
    [drafted(0, { leverage: '1001' }), ['leverage.0']],
    [drafted(0, { rate: '0' }), ['rate.0']],
    [drafted(0, { rate: '0.00000001' }), ['rate.0']],
    // At leverage 125 the initial margin is 0.8 %. It must cover the 0.74 % maintenance rate and the fee.
    [drafted(0, { rate: '0.74' }), ['leverage.0', 'rate.1']],
    [capped({ openInterestMax: typedOf('0') }), ['openInterestMax']],
    [capped({ fundingCapPpb: typedOf('101') }), ['fundingCapPpb']],
    [capped({ impactNotional: EMPTY }), ['impactNotional']],
  ])('reports the faults for which the exchange would refuse it (%#)', (draft, wrong) => {
    const { change, faults } = read(draft);
    expect(Object.keys(faults).sort()).toEqual(wrong);
    expect(change).toEqual({});
  });

  it('is marked as mixed if it both tightens and loosens terms', () => {
    expect(read(drafted(0, { leverage: '110', cap: '60000' })).isMixed).toBe(true);
    expect(read(drafted(0, { leverage: '110' })).isMixed).toBe(false);
  });
});
