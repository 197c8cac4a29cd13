/** Lists new markets. Terms without a field here can be changed afterwards. */
import type { MarketRecord } from '../../../../shared/wire/product';
import {
  useDeskAssetsQuery,
  useIndexTermsQuery,
  useListMarketMutation,
  useListPerpetualMutation,
} from '../api/settings-api';
import type { Act, Entered } from '../act/act-dialog';
import { DECIMAL_LENGTH_MAX, type ActField } from '../act/fields';
import { useTexts, type Texts } from '../../kit/i18n/use-texts';
import { compare } from '../../kit/lib/numbers/exact';
import { ActButton } from '../parts/act-button';
import { ppbOf } from '../parts/market-draft';

const HOUR_MS = 3_600_000;
const PERCENTS = ['makerFee', 'takerFee', 'band'] as const;
const OF_PERPETUAL = [...PERCENTS, 'rate', 'fundingCap'] as const;

interface ListMarketsProps {
  markets: readonly MarketRecord[];
  /** Journal position of the last change of an index. */
  since: number | undefined;
}

/** A market needs two assets; a perpetual needs an index. */
export function ListMarkets({ markets, since }: ListMarketsProps) {
  const { t } = useTexts();
  const { data: assets = [] } = useDeskAssetsQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: indexes = [] } = useIndexTermsQuery(since);
  const spot = useSpotAct(assets.map(({ asset }) => asset));
  const symbols = new Set(indexes.map(({ symbol }) => symbol));
  const fiat = new Set(assets.filter(({ isFiat }) => isFiat).map(({ asset }) => asset));
  const usedIndexes = new Set(markets.flatMap(({ contract }) => contract?.index ?? []));
  const eligibleMarkets = markets.filter(
    ({ product, name, quote }) => product === 'spot' && symbols.has(name) && !fiat.has(quote) && !usedIndexes.has(name),
  );
  const perpetual = usePerpetualAct(eligibleMarkets);
  return (
    <>
      {assets.length > 1 && <ActButton text={t('staff.list.market')} act={spot} />}
      {eligibleMarkets.length > 0 && <ActButton text={t('staff.list.perpetual')} act={perpetual} />}
    </>
  );
}

function useSpotAct(assets: readonly string[]): Act {
  const { t } = useTexts();
  const [list] = useListMarketMutation();
  const choices = assets.map((asset) => ({ value: asset, text: asset }));
  return {
    title: t('staff.list.market'),
    consequence: t('staff.list.market_consequence'),
    approvalRule: 'ListMarket',
    fields: [
      { name: 'base', label: t('staff.list.base'), kind: 'line', lengthMax: 32, choices },
      { name: 'quote', label: t('staff.list.quote'), kind: 'line', lengthMax: 32, choices, initial: assets[1] },
      decimal('tick', t('staff.market.tick')),
      decimal('lot', t('staff.market.lot')),
      ...marketFields(t),
      percent('makerFee', t('terms.makerFees'), '0.1'),
      percent('takerFee', t('terms.takerFees'), '0.1'),
      percent('band', t('terms.bandPpb'), '10'),
    ],
    check: (input) => [
      ...(input.base === input.quote ? [['quote', 'out.of.range'] as const] : []),
      ...faultsOf(input, PERCENTS, ['tick', 'lot']),
    ],
    confirm: t('staff.list.confirm'),
    successText: t('staff.list.done'),
    send: (input, clientId) => {
      const { base, quote, lot, band } = input;
      // The name is only an identifier: nothing parses it later.
      const market = `${base}-${quote}`;
      const terms = { ...marketOf(input), quantityMin: lot, lot, bandPpb: ppbOf(band) };
      return list({ clientId, market, base, quote, ...terms });
    },
  };
}

function usePerpetualAct(eligibleMarkets: readonly MarketRecord[]): Act {
  const { t } = useTexts();
  const [list] = useListPerpetualMutation();
  return {
    title: t('staff.list.perpetual'),
    consequence: t('staff.list.perpetual_consequence'),
    approvalRule: 'ListPerpetualMarket',
    fields: [
      {
        ...{ name: 'index', label: t('staff.list.index'), kind: 'line', lengthMax: 32 },
        choices: eligibleMarkets.map(({ name, label }) => ({ value: name, text: label })),
      },
      decimal('tick', t('staff.market.tick')),
      decimal('multiplier', t('staff.list.multiplier')),
      ...marketFields(t),
      percent('makerFee', t('terms.makerFees'), '0.02'),
      percent('takerFee', t('terms.takerFees'), '0.055'),
      percent('band', t('terms.bandPpb'), '5'),
      { name: 'leverage', label: `${t('perp.tier_leverage')} (×)`, kind: 'whole', lengthMax: 4, initial: '20' },
      percent('rate', t('perp.tier_rate'), '2.5'),
      { name: 'hours', label: t('staff.list.funding_hours'), kind: 'whole', lengthMax: 2, initial: '8' },
      percent('fundingCap', t('perp.funding_cap'), '0.3'),
      decimal('openInterestMax', t('perp.open_interest_max')),
      decimal('impactNotional', t('staff.contract.impact'), '25000'),
    ],
    check: (input) => [
      ...faultsOf(input, OF_PERPETUAL, ['tick', 'multiplier', 'openInterestMax', 'impactNotional']),
      ...(Number(input.leverage) < 1 ? [['leverage', 'out.of.range'] as const] : []),
      ...(Number(input.hours) < 1 || Number(input.hours) > 24 ? [['hours', 'out.of.range'] as const] : []),
    ],
    confirm: t('staff.list.confirm'),
    successText: t('staff.list.done'),
    send: async (input, clientId) => {
      const { index, multiplier, leverage, rate, openInterestMax, impactNotional } = input;
      const indexMarket = eligibleMarkets.find(({ name }) => name === index);
      if (!indexMarket) return { error: { code: 'market.unknown' } };
      const { base, quote } = indexMarket;
      return list({
        ...{ clientId, market: `${index}-PERP`, base, quote, index, ...marketOf(input) },
        ...{ quantityMin: multiplier, multiplier, priceLimitPpb: ppbOf(input.band) },
        tiers: [{ cap: openInterestMax, leverageMax: Number(leverage), ratePpb: ppbOf(rate) }],
        ...{ fundingIntervalMs: Number(input.hours) * HOUR_MS, fundingCapPpb: ppbOf(input.fundingCap) },
        ...{ openInterestMax, impactNotional },
      });
    },
  };
}

/** Fields of every market. The lowest price is one tick, and the smallest quantity one lot. */
function marketFields(t: Texts['t']): ActField[] {
  return [
    decimal('referencePrice', t('terms.referencePrice')),
    decimal('priceHighest', t('terms.priceHighest')),
    decimal('quantityMax', t('terms.quantityMax')),
    decimal('notionalMin', t('terms.notionalMin'), '5'),
  ];
}

function marketOf({ tick, referencePrice, priceHighest, quantityMax, notionalMin, makerFee, takerFee }: Entered) {
  return {
    ...{ tick, priceLowest: tick, priceHighest, referencePrice, quantityMax, notionalMin },
    ...{ makerFeesPpb: [ppbOf(makerFee)], takerFeesPpb: [ppbOf(takerFee)] },
  };
}

function faultsOf(input: Entered, percents: readonly string[], positive: readonly string[]) {
  const invalidFields = [
    ...percents.filter((name) => ppbOf(input[name]) < 0),
    ...positive.filter((name) => compare(input[name], '0') <= 0),
  ];
  return invalidFields.map((name) => [name, 'out.of.range'] as const);
}

function decimal(name: string, label: string, initial?: string): ActField {
  return { name, label, kind: 'decimal', lengthMax: DECIMAL_LENGTH_MAX, ...(initial === undefined ? {} : { initial }) };
}

function percent(name: string, label: string, initial: string): ActField {
  return decimal(name, `${label} (%)`, initial);
}
