/**
 * Personal data in clear to staff: how often, and which photos belong to what somebody has been shown. That it happened is written by the
 * log around every endpoint of staff, before it does.
 */
import { Inject, Injectable } from '@nestjs/common';
import { COMPARED_SECONDS } from '../../../shared/wire/shown-data';
import { TokenBuckets } from '../../platform/auth/rates';
import type { Config } from '../../platform/config/config';
import { Refusal } from '../../platform/errors/refusal';
import { CONFIG, MONOTONIC, type Monotonic } from '../../platform/tokens';

const HOUR_MS = 3_600_000;
const MS = 1_000;
/** Of a search that finds nobody, which is how a hidden value would be guessed letter by letter. */
const MISS_TOKENS = 9;
const PHOTOS_MAX = 10_000;

@Injectable()
export class ShownData {
  private readonly shown: TokenBuckets;
  private readonly searches: TokenBuckets;
  /** Until when a member of staff may open a photo, the longest ago first. */
  private readonly photos = new Map<string, number>();

  constructor(
    @Inject(CONFIG) { limits }: Pick<Config, 'limits'>,
    @Inject(MONOTONIC) private readonly now: Monotonic,
  ) {
    this.shown = new TokenBuckets(limits.personalDataPerHourMax, HOUR_MS);
    this.searches = new TokenBuckets(limits.userSearchesPerHourMax, HOUR_MS);
  }

  /** Counts one look of this member of staff. Refuses `personal.data.too.many`. */
  take(staff: number): void {
    const waitMs = this.shown.take(staff, this.now());
    if (waitMs > 0) throw new Refusal('personal.data.too.many', null, Math.ceil(waitMs / MS));
  }

  /** Counts a search, whatever it finds. Refuses `searches.too.many`. */
  takeSearch(staff: number): void {
    const waitMs = this.searches.take(staff, this.now());
    if (waitMs > 0) throw new Refusal('searches.too.many', null, Math.ceil(waitMs / MS));
  }

  /** It found nobody, and so says that nobody has this: it counts for several. */
  missed(staff: number): void {
    this.searches.spend(staff, this.now(), MISS_TOKENS);
  }

  openPhotos(staff: number, photos: readonly { photo: string }[]): void {
    for (const { photo } of photos) {
      const key = `${staff}/${photo}`;
      this.photos.delete(key);
      if (this.photos.size >= PHOTOS_MAX) this.photos.delete(this.photos.keys().next().value as string);
      this.photos.set(key, this.now() + COMPARED_SECONDS * MS);
    }
  }

  /** Refuses `personal.data.hidden` to who was not shown what the photo belongs to, or was too long ago. */
  refuseHidden(staff: number, photo: string): void {
    const until = this.photos.get(`${staff}/${photo}`);
    if (until === undefined || this.now() > until) throw new Refusal('personal.data.hidden');
  }
}
