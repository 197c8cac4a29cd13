/**
 * Rate limits for unmasked personal data shown to staff, and access to the photos of records shown. The staff log records each access
 * before it happens.
 */
import { Inject, Injectable } from '@nestjs/common';
import { COMPARED_SECONDS } from '../../../shared/wire/shown-data';
import { TokenBuckets } from '../../platform/auth/rates';
import type { Config } from '../../platform/config/config';
import { Refusal } from '../../platform/errors/refusal';
import { CONFIG, MONOTONIC, type Monotonic } from '../../platform/tokens';

const HOUR_MS = 3_600_000;
const MS = 1_000;
/** Cost in tokens of a search without a match, since such searches could guess a hidden value letter by letter. */
const MISS_TOKENS = 9;
const PHOTOS_MAX = 10_000;

@Injectable()
export class UnmaskingLimits {
  private readonly accesses: TokenBuckets;
  private readonly searches: TokenBuckets;
  /** Expiry of each member's access to a photo, oldest first. */
  private readonly photos = new Map<string, number>();

  constructor(
    @Inject(CONFIG) { limits }: Pick<Config, 'limits'>,
    @Inject(MONOTONIC) private readonly monotonic: Monotonic,
  ) {
    this.accesses = new TokenBuckets(limits.personalDataPerHourMax, HOUR_MS);
    this.searches = new TokenBuckets(limits.userSearchesPerHourMax, HOUR_MS);
  }

  /** Counts one access. Refuses `personal.data.too.many`. */
  countAccess(staff: number): void {
    const waitMs = this.accesses.take(staff, this.monotonic());
    if (waitMs > 0) throw new Refusal('personal.data.too.many', null, Math.ceil(waitMs / MS));
  }

  /** Counts a search, with or without a match. Refuses `searches.too.many`. */
  takeSearch(staff: number): void {
    const waitMs = this.searches.take(staff, this.monotonic());
    if (waitMs > 0) throw new Refusal('searches.too.many', null, Math.ceil(waitMs / MS));
  }

  /** A search without a match costs several tokens, since it reveals that no user has the value. */
  chargeMiss(staff: number): void {
    this.searches.spend(staff, this.monotonic(), MISS_TOKENS);
  }

  openPhotos(staff: number, photos: readonly { photo: string }[]): void {
    for (const { photo } of photos) {
      const key = `${staff}/${photo}`;
      this.photos.delete(key);
      if (this.photos.size >= PHOTOS_MAX) this.photos.delete(this.photos.keys().next().value as string);
      this.photos.set(key, this.monotonic() + COMPARED_SECONDS * MS);
    }
  }

  /** Refuses `personal.data.hidden` if the member was not shown the photo's record, or too long ago. */
  refusePhotoNotOpened(staff: number, photo: string): void {
    const until = this.photos.get(`${staff}/${photo}`);
    if (until === undefined || this.monotonic() > until) throw new Refusal('personal.data.hidden');
  }
}
