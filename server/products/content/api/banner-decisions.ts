/**
 * Banners with a link that leads out: two of staff decide on such a banner as it is, and whatever is changed of it they decide again. Of
 * the decision the journal has the keyed hash; what the relational store has counts for nothing where it is not what was decided.
 */
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { BannerTexts, DeskBanner } from '../../../../shared/products/content/banners';
import { bannerLinkFault, leadsOut, type LinkHosts } from '../../../../shared/products/identity/rules/links';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../../../shared/wire/languages';
import type { KnownStaff } from '../../../platform/auth/staff/known-staff';
import type { BannerRow } from '../../../platform/database/content-tables';
import { StaffTexts } from '../../../platform/staff-texts';
import { KNOWN_STAFF, LIVE_VIEWS } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import { DeskSettings } from '../../../features/shared/desk-settings';

export type DecidedBanner = Pick<
  BannerRow,
  'id' | 'revision' | 'place' | 'from' | 'until' | 'link' | 'look' | 'image'
> & {
  texts: BannerTexts;
};

@Injectable()
export class BannerDecisions {
  constructor(
    @Inject(KNOWN_STAFF) private readonly staff: Pick<KnownStaff, 'settingOf'>,
    @Inject(LIVE_VIEWS) private readonly live: { staff: Pick<LiveViews['staff'], 'proposals'> },
    private readonly texts: StaffTexts,
    private readonly settings: DeskSettings,
  ) {}

  /** Whether nobody has to decide on it, or two have, and its link may lead where it does. */
  mayBeSeen(banner: DecidedBanner, hosts: LinkHosts): boolean {
    const { link } = banner;
    if (link === null) return true;
    if (bannerLinkFault(link, hosts) !== null) return false;
    return !leadsOut(link) || this.staff.settingOf(settingName(banner)) === this.hashOf(banner);
  }

  /** Returns the proposal that it waits as. */
  async propose(staff: number, banner: DecidedBanner): Promise<DeskBanner['proposal']> {
    const wish = { name: settingName(banner), text: settingText(banner) };
    return (await this.settings.set('SetDeskSetting', staff, wish)).proposal;
  }

  /** Null: none waits for it as it is. */
  proposalOf(banner: DecidedBanner): DeskBanner['proposal'] {
    if (banner.link === null || !leadsOut(banner.link)) return null;
    const name = settingName(banner);
    const hash = this.hashOf(banner);
    const found = this.live.staff.proposals().find(({ command, act }) => {
      if (command !== 'SetDeskSetting') return false;
      const asked = JSON.parse(act) as { name?: string; hash?: string };
      return asked.name === name && asked.hash === hash;
    });
    return found ? String(found.id) : null;
  }

  private hashOf(banner: DecidedBanner): string {
    return this.texts.hashOf(settingName(banner), settingText(banner));
  }
}

/** Under which name the journal has the hash. */
function settingName({ id }: DecidedBanner): string {
  return `banner.${id}`;
}

/** What the hash is of: where it leads and what it is called, for whoever confirms it, and a hash of all that is decided. */
function settingText(banner: DecidedBanner): string {
  const { id, revision, place, from, until, link, look, image, texts } = banner;
  const words = LANGUAGES.flatMap((language) => {
    const text = texts[language];
    return text ? [[language, text.title, text.text]] : [];
  });
  const digest = createHash('sha256')
    .update(JSON.stringify([id, revision, place, from, until, link, look, image, words]))
    .digest('hex');
  const title = (texts[DEFAULT_LANGUAGE] ?? Object.values(texts).at(0))?.title ?? '';
  return JSON.stringify({ title, link, digest });
}
