/** What may be looked up of second contracts as they are now: all from the live views. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  CANCEL_BEFORE_MS,
  ENTRY_DELAY_MS,
  ENTRY_WAIT_MS,
  START_AHEAD_MS_MAX,
} from '../../../shared/rules/option/settlement';
import type { OptionCatalogue, OptionRules } from '../../../shared/wire/option';
import type { OptionExposure } from '../../../shared/wire/option-staff';
import type { OpenOptions, OptionLimit, OptionPublication } from '../../../shared/wire/option-stream';
import { Refusal } from '../../platform/errors/refusal';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { LiveReader } from '../shared/live-reader';
import { productRecord } from './option.records';

const RULES: OptionRules = {
  entryDelayMs: ENTRY_DELAY_MS,
  entryWaitMs: ENTRY_WAIT_MS,
  cancelBeforeMs: CANCEL_BEFORE_MS,
  startAheadMaxMs: START_AHEAD_MS_MAX,
};

export class OptionsOnSale extends Query<OptionCatalogue> {}

@QueryHandler(OptionsOnSale)
export class OptionsOnSaleHandler implements IQueryHandler<OptionsOnSale> {
  constructor(@Inject(LIVE_VIEWS) private readonly live: LiveViews) {}

  execute(): Promise<OptionCatalogue> {
    const { live } = this;
    const products = [...live.options.products()];
    return Promise.resolve({
      position: live.options.position,
      rules: RULES,
      products: products.map((product) => productRecord(product, live)),
      cover: live.options.assets().map((asset) => {
        const { held, promised } = live.options.coverOf(asset);
        return { asset, held: live.markets.amount(asset, held), promised: live.markets.amount(asset, promised) };
      }),
    });
  }
}

export class ExposureOfOptions extends Query<OptionExposure> {
  constructor(readonly minPosition: number | undefined) {
    super();
  }
}

@QueryHandler(ExposureOfOptions)
export class ExposureOfOptionsHandler implements IQueryHandler<ExposureOfOptions> {
  constructor(private readonly reader: LiveReader) {}

  async execute({ minPosition }: ExposureOfOptions): Promise<OptionExposure> {
    const live = await this.reader.at(minPosition);
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
  }
}

export class OpenOptionsOf extends Query<OpenOptions> {
  constructor(
    readonly user: number,
    readonly minPosition: number | undefined,
  ) {
    super();
  }
}

@QueryHandler(OpenOptionsOf)
export class OpenOptionsOfHandler implements IQueryHandler<OpenOptionsOf> {
  constructor(private readonly reader: LiveReader) {}

  async execute({ user, minPosition }: OpenOptionsOf) {
    return (await this.reader.at(minPosition)).options.snapshot(user);
  }
}

export class OwnOptionLimits extends Query<OptionLimit[]> {
  constructor(
    readonly user: number,
    readonly minPosition: number | undefined,
  ) {
    super();
  }
}

@QueryHandler(OwnOptionLimits)
export class OwnOptionLimitsHandler implements IQueryHandler<OwnOptionLimits> {
  constructor(
    private readonly reader: LiveReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ user, minPosition }: OwnOptionLimits) {
    return (await this.reader.at(minPosition)).options.limitsOf(user, this.clock());
  }
}

export class PublicationsOfIndex extends Query<OptionPublication[]> {
  constructor(readonly symbol: string) {
    super();
  }
}

@QueryHandler(PublicationsOfIndex)
export class PublicationsOfIndexHandler implements IQueryHandler<PublicationsOfIndex> {
  constructor(@Inject(LIVE_VIEWS) private readonly live: LiveViews) {}

  execute({ symbol }: PublicationsOfIndex) {
    if (!this.live.index.has(symbol)) throw new Refusal('index.symbol.unknown');
    return Promise.resolve(this.live.options.publicationsOf(symbol));
  }
}
