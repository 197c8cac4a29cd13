/** Terms of assets: immutable ones, read once per asset, and the deposit terms of each chain. */
import { Inject, Injectable } from '@nestjs/common';
import type { CommandPort } from '../../engine/port';
import { Refusal } from '../../platform/errors/refusal';
import { awaitPosition, type ProjectionProgress } from '../../platform/projection-progress';
import { COMMAND_PORT, CONFIG, VIEWS_PROGRESS, STORED_VIEWS } from '../../platform/tokens';
import type { Config } from '../../platform/config/config';
import type { AssetRow, RechargeTermsRow } from '../../views/stored/tables';
import { assetList, rechargeTerms } from '../../views/stored/queries';
import type { ViewsDatabase } from '../../views/stored/views-database';

/** Confirmations for a coin without deposit terms on the chain. */
const FALLBACK_CONFIRMATIONS = 12;

export type FixedAsset = Pick<AssetRow, 'asset' | 'scale' | 'fiat'>;

@Injectable()
export class AssetTerms {
  private readonly cache = new Map<string, FixedAsset>();

  constructor(
    @Inject(STORED_VIEWS) private readonly views: ViewsDatabase,
    @Inject(VIEWS_PROGRESS) private readonly progress: ProjectionProgress,
    @Inject(COMMAND_PORT) private readonly port: CommandPort,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Synchronous if cached, else a promise. Refuses `asset.unknown`. */
  get(asset: string): FixedAsset | Promise<FixedAsset> {
    return this.cache.get(asset) ?? this.load(asset);
  }

  /** Decimal places of each asset in the rows. */
  async scalesOf(rows: readonly { asset: string }[]): Promise<Map<string, number>> {
    const scales = new Map<string, number>();
    for (const name of new Set(rows.map(({ asset }) => asset))) scales.set(name, (await this.get(name)).scale);
    return scales;
  }

  /** Deposit terms per chain and coin; staff may change them at any time. */
  chains(): Promise<RechargeTermsRow[]> {
    return rechargeTerms(this.views);
  }

  /** Confirmations that a deposit of the coin needs on the chain. */
  async confirmationsOf(asset: string, chain: string): Promise<number> {
    const terms = (await this.chains()).find((one) => one.asset === asset && one.chain === chain);
    return terms?.confirmations ?? FALLBACK_CONFIRMATIONS;
  }

  /** A newly listed asset reaches the journal before the read models. For an unknown asset the query does not wait. */
  private async load(asset: string): Promise<FixedAsset> {
    const row = (await this.stored(asset)) ?? (await this.upToDate(asset));
    if (!row) throw new Refusal('asset.unknown');
    return row;
  }

  private async upToDate(asset: string): Promise<FixedAsset | undefined> {
    const { durablePosition } = this.port.figures();
    if (durablePosition < 0) return undefined;
    await awaitPosition(this.progress, durablePosition, this.config.limits.projectionWaitMsMax);
    return this.stored(asset);
  }

  private async stored(asset: string): Promise<FixedAsset | undefined> {
    for (const { asset: name, scale, fiat } of await assetList(this.views)) {
      this.cache.set(name, { asset: name, scale, fiat });
    }
    return this.cache.get(asset);
  }
}
