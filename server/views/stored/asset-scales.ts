/** Digits of each asset. They never change once it is listed, so each is asked for once. */
import { assetList } from './queries';
import type { ViewsDatabase } from './views-database';

export class AssetScales {
  private readonly known = new Map<string, number>();

  constructor(private readonly views: ViewsDatabase) {}

  /** Undefined while the read models know no such asset. */
  async of(asset: string): Promise<number | undefined> {
    if (!this.known.has(asset)) {
      for (const { asset: name, scale } of await assetList(this.views)) this.known.set(name, scale);
    }
    return this.known.get(asset);
  }
}
