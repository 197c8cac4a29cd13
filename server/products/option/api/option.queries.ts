/** Queries for the current state of second contracts, answered from the live views. */
import { OPTION_STAFF_ROUTES } from '../../../../shared/products/option/staff';
import {
  CANCEL_BEFORE_MS,
  ENTRY_DELAY_MS,
  ENTRY_WAIT_MS,
  START_AHEAD_MS_MAX,
} from '../../../../shared/products/option/rules/settlement';
import { OPTION_ROUTES, type OptionCatalogue, type OptionRules } from '../../../../shared/products/option/wire';
import type { OptionExposure } from '../../../../shared/products/option/staff';
import { Refusal } from '../../../platform/errors/refusal';
import { QueryOf } from '../../../platform/http/route-messages';
import { CLOCK, LIVE_VIEWS } from '../../../platform/tokens';
import { queryHandler, messageHandler } from '../../../features/shared/endpoints/handlers';
import { LiveReader } from '../../../features/shared/endpoints/live-reader';
import { productRecord } from './option.records';

const RULES: OptionRules = {
  entryDelayMs: ENTRY_DELAY_MS,
  entryWaitMs: ENTRY_WAIT_MS,
  cancelBeforeMs: CANCEL_BEFORE_MS,
  startAheadMaxMs: START_AHEAD_MS_MAX,
};

export const OptionsOnSale = queryHandler(OPTION_ROUTES.products, [LIVE_VIEWS], (_, live): OptionCatalogue => {
  const products = [...live.options.products()];
  return {
    position: live.options.position,
    rules: RULES,
    products: products.map((product) => productRecord(product, live)),
    cover: live.options.assets().map((asset) => {
      const { held, promised } = live.options.coverOf(asset);
      return { asset, held: live.markets.amount(asset, held), promised: live.markets.amount(asset, promised) };
    }),
  };
});

export const ExposureOfOptions = queryHandler(
  OPTION_STAFF_ROUTES.optionExposure,
  [LiveReader],
  async ({ request: { minPosition } }, reader): Promise<OptionExposure> => {
    const live = await reader.at(minPosition);
    const { options, markets } = live;
    const products = [...options.products()];
    return {
      position: options.position,
      products: products.map((product) => {
        const contracts = options.contractsOf(product.terms.symbol).length;
        return { ...productRecord(product, live), contracts };
      }),
      cover: options.assets().map((asset) => {
        const { held, promised } = options.coverOf(asset);
        const amount = (units: bigint): string => markets.amount(asset, units);
        return { asset, held: amount(held), promised: amount(promised), free: amount(held - promised) };
      }),
    };
  },
);

export class OpenOptionsOf extends QueryOf(OPTION_ROUTES.open) {}

export const OpenOptionsOfHandler = messageHandler(
  OpenOptionsOf,
  [LiveReader],
  async ({ user, request: { minPosition } }, reader) => {
    return (await reader.at(minPosition)).options.snapshot(user);
  },
);

export const OwnOptionLimits = queryHandler(
  OPTION_ROUTES.limits,
  [LiveReader, CLOCK],
  async ({ user, request: { minPosition } }, reader, clock) => {
    return (await reader.at(minPosition)).options.limitsOf(user, clock());
  },
);

export const PublicationsOfIndex = queryHandler(
  OPTION_ROUTES.publications,
  [LIVE_VIEWS],
  ({ request: { symbol } }, live) => {
    if (!live.index.has(symbol)) throw new Refusal('index.symbol.unknown');
    return live.options.publicationsOf(symbol);
  },
);
