/** Perpetual contracts in the common screens of the desk. */
import { amountsText, splitList, rateText, yesOrNo } from '../../../admin/act/act-facts';
import type { ActFacts, AdminParts } from '../../../admin/act/admin-parts';
import { dateAndTime } from '../../../kit/lib/numbers/format';

const HOUR_MS = 3_600_000;

export const ADMIN_PARTS: AdminParts = {
  acts: {
    ListPerpetualMarket: 'staff.list.perpetual',
    SetPerpetualMarketState: 'staff.proposal.act.SetPerpetualMarketState',
    ChangePerpetualTerms: 'staff.proposal.act.ChangePerpetualTerms',
    EndPerpetualMarket: 'staff.end.announce',
    CallOffPerpetualEnd: 'staff.end.call_off',
    FundInsurance: 'staff.proposal.act.FundInsurance',
    LockPosition: 'staff.proposal.act.LockPosition',
    UnlockPosition: 'staff.proposal.act.UnlockPosition',
  },
  fieldFormats: {
    priceLimitPpb: { name: (t) => t('terms.bandPpb') },
    fundingCapPpb: { name: (t) => t('perp.funding_cap') },
    fundingIntervalMs: {
      name: (t) => t('staff.list.funding_hours'),
      write: ({ numbers }, ms) => numbers.exact(String(Number(ms) / HOUR_MS)),
    },
    openInterestMax: { name: (t) => t('perp.open_interest_max'), write: amountsText },
    impactNotional: { name: (t) => t('staff.contract.impact'), write: amountsText },
    multiplier: { name: (t) => t('staff.list.multiplier'), write: amountsText },
    endsAt: { name: (t) => t('perp.ends_at'), write: (_, at) => dateAndTime(Number(at)) },
    side: {
      name: (t) => t('staff.proposal.fact.side'),
      write: ({ t }, side) => t(`staff.proposal.side.${side as 'long'}`),
    },
    locked: { name: (t) => t('staff.proposal.fact.locked'), write: yesOrNo },
    tiers: {
      name: (t) => t('perp.tiers'),
      write: (texts, tiers) =>
        splitList(tiers)
          .map((tier) => {
            const [cap = '', leverage = '', ppb = ''] = tier.split('/');
            return `${texts.numbers.exact(cap)} / ${leverage}× / ${rateText(texts, ppb)}`;
          })
          .join(' · '),
    },
  },
  join: (_, before, after) =>
    'tierCaps' in after ? { before: withTiers(before), after: withTiers(after), lines: [] } : null,
};

/** Converts the tiers of a listing (three parallel lists) to the form of a terms change: cap/leverage/rate per tier. */
function withTiers({ tierCaps, tierLeverages, tierRatesPpb, ...rest }: ActFacts): ActFacts {
  const [leverages, rates] = [splitList(tierLeverages), splitList(tierRatesPpb)];
  const tiers = splitList(tierCaps).map((cap, place) => [cap, leverages[place], rates[place]].join('/'));
  return tiers.length === 0 ? rest : { ...rest, tiers: tiers.join(' ') };
}
