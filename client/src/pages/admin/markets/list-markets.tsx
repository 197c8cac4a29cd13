/** Markets that the exchange has not had before. What is left out here are terms that can be changed afterwards. */
import type { MarketRecord } from '../../../../../shared/wire/product';
import {
  useDeskAssetsQuery,
  useIndexTermsQuery,
  useListMarketMutation,
  useListPerpetualMutation,
} from '../../../entities/staff/settings-api';
import type { Act, Entered } from '../../../features/staff-act/act-dialog';
import { DECIMAL_LENGTH_MAX, type ActField } from '../../../features/staff-act/fields';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { compare } from '../../../shared/lib/numbers/exact';
import { ActButton } from '../parts/act-button';
import { ppbOf } from '../parts/market-draft';

const HOUR_MS = 3_600_000;
const PERCENTS = ['makerFee', 'takerFee', 'band'] as const;
const OF_PERPETUAL = [...PERCENTS, 'rate', 'fundingCap'] as const;

interface ListMarketsProps {
  markets: readonly MarketRecord[];
  /** What the last change of an index was at. */
  since: number | undefined;
}

/** Without two assets there is nothing to make a market of, without an index nothing to make a perpetual of. */
export function ListMarkets({ markets, since }: ListMarketsProps) {
  const { say } = useTexts();
  const { data: assets = [] } = useDeskAssetsQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: indexes = [] } = useIndexTermsQuery(since);
  const spot = useSpotAct(assets.map(({ asset }) => asset));
  const symbols = new Set(indexes.map(({ symbol }) => symbol));
  const fiat = new Set(assets.filter(({ isFiat }) => isFiat).map(({ asset }) => asset));
  const taken = new Set(markets.flatMap(({ contract }) => contract?.index ?? []));
  const followed = markets.filter(
    ({ product, name, quote }) => product === 'spot' && symbols.has(name) && !fiat.has(quote) && !taken.has(name),
  );
  const perpetual = usePerpetualAct(followed);
  return (
    <>
      {assets.length > 1 && <ActButton text={say('staff.list.market')} act={spot} />}
      {followed.length > 0 && <ActButton text={say('staff.list.perpetual')} act={perpetual} />}
    </>
  );
}

function useSpotAct(assets: readonly string[]): Act {
  const { say } = useTexts();
  const [list] = useListMarketMutation();
  const choices = assets.map((asset) => ({ value: asset, text: asset }));
  return {
    title: say('staff.list.market'),
    consequence: say('staff.list.market_consequence'),
    takes: 'ListMarket',
    fields: [
      { name: 'base', label: say('staff.list.base'), kind: 'line', lengthMax: 32, choices },
      { name: 'quote', label: say('staff.list.quote'), kind: 'line', lengthMax: 32, choices, initial: assets[1] },
      decimal('tick', say('staff.market.tick')),
      decimal('lot', say('staff.market.lot')),
      ...marketFields(say),
      percent('makerFee', say('terms.makerFees'), '0.1'),
      percent('takerFee', say('terms.takerFees'), '0.1'),
      percent('band', say('terms.bandPpb'), '10'),
    ],
    check: (entered) => [
      ...(entered.base === entered.quote ? [['quote', 'out.of.range'] as const] : []),
      ...faultsOf(entered, PERCENTS, ['tick', 'lot']),
    ],
    confirm: say('staff.list.confirm'),
    done: say('staff.list.done'),
    send: (entered, clientId) => {
      const { base, quote, lot, band } = entered;
      // Named here, once: from now on nothing is read out of it.
      const market = `${base}-${quote}`;
      const terms = { ...marketOf(entered), quantityMin: lot, lot, bandPpb: ppbOf(band) };
      return list({ clientId, market, base, quote, ...terms });
    },
  };
}

function usePerpetualAct(followed: readonly MarketRecord[]): Act {
  const { say } = useTexts();
  const [list] = useListPerpetualMutation();
  return {
    title: say('staff.list.perpetual'),
    consequence: say('staff.list.perpetual_consequence'),
    takes: 'ListPerpetualMarket',
    fields: [
      {
        ...{ name: 'index', label: say('staff.list.index'), kind: 'line', lengthMax: 32 },
        choices: followed.map(({ name, label }) => ({ value: name, text: label })),
      },
      decimal('tick', say('staff.market.tick')),
      decimal('multiplier', say('staff.list.multiplier')),
      ...marketFields(say),
      percent('makerFee', say('terms.makerFees'), '0.02'),
      percent('takerFee', say('terms.takerFees'), '0.055'),
      percent('band', say('terms.bandPpb'), '5'),
      { name: 'leverage', label: `${say('perp.tier_leverage')} (×)`, kind: 'whole', lengthMax: 4, initial: '20' },
      percent('rate', say('perp.tier_rate'), '2.5'),
      { name: 'hours', label: say('staff.list.funding_hours'), kind: 'whole', lengthMax: 2, initial: '8' },
      percent('fundingCap', say('perp.funding_cap'), '0.3'),
      decimal('openInterestMax', say('perp.open_interest_max')),
      decimal('impactNotional', say('staff.contract.impact'), '25000'),
    ],
    check: (entered) => [
      ...faultsOf(entered, OF_PERPETUAL, ['tick', 'multiplier', 'openInterestMax', 'impactNotional']),
      ...(Number(entered.leverage) < 1 ? [['leverage', 'out.of.range'] as const] : []),
      ...(Number(entered.hours) < 1 || Number(entered.hours) > 24 ? [['hours', 'out.of.range'] as const] : []),
    ],
    confirm: say('staff.list.confirm'),
    done: say('staff.list.done'),
    send: async (entered, clientId) => {
      const { index, multiplier, leverage, rate, openInterestMax, impactNotional } = entered;
      const ground = followed.find(({ name }) => name === index);
      if (!ground) return { error: { code: 'market.unknown' } };
      const { base, quote } = ground;
      return list({
        ...{ clientId, market: `${index}-PERP`, base, quote, index, ...marketOf(entered) },
        ...{ quantityMin: multiplier, multiplier, priceLimitPpb: ppbOf(entered.band) },
        tiers: [{ cap: openInterestMax, leverageMax: Number(leverage), ratePpb: ppbOf(rate) }],
        ...{ fundingIntervalMs: Number(entered.hours) * HOUR_MS, fundingCapPpb: ppbOf(entered.fundingCap) },
        ...{ openInterestMax, impactNotional },
      });
    },
  };
}

/** Of every market. The lowest price is one step, and so is the smallest quantity. */
function marketFields(say: Texts['say']): ActField[] {
  return [
    decimal('referencePrice', say('terms.referencePrice')),
    decimal('priceHighest', say('terms.priceHighest')),
    decimal('quantityMax', say('terms.quantityMax')),
    decimal('notionalMin', say('terms.notionalMin'), '5'),
  ];
}

function marketOf({ tick, referencePrice, priceHighest, quantityMax, notionalMin, makerFee, takerFee }: Entered) {
  return {
    ...{ tick, priceLowest: tick, priceHighest, referencePrice, quantityMax, notionalMin },
    ...{ makerFeesPpb: [ppbOf(makerFee)], takerFeesPpb: [ppbOf(takerFee)] },
  };
}

function faultsOf(entered: Entered, percents: readonly string[], positive: readonly string[]) {
  const wrong = [
    ...percents.filter((name) => ppbOf(entered[name]) < 0),
    ...positive.filter((name) => compare(entered[name], '0') <= 0),
  ];
  return wrong.map((name) => [name, 'out.of.range'] as const);
}

function decimal(name: string, label: string, initial?: string): ActField {
  return { name, label, kind: 'decimal', lengthMax: DECIMAL_LENGTH_MAX, ...(initial === undefined ? {} : { initial }) };
}

function percent(name: string, label: string, initial: string): ActField {
  return decimal(name, `${label} (%)`, initial);
}
