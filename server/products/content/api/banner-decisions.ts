/**
 * Banners with an external link: two staff members decide on such a banner, and again on every change. The journal has
 * the keyed hash of the decision; a stored banner that does not match it is not shown.
 */
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { BannerTexts, DeskBanner } from '../../../../shared/products/content/banners';
import { bannerLinkFault, isExternalLink, type LinkHosts } from '../../../../shared/products/identity/rules/links';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../../../shared/wire/languages';
import type { KnownStaff } from '../../../platform/auth/staff/known-staff';
import type { BannerRow } from '../../../platform/database/content-tables';
import { StaffTexts } from '../../../platform/staff-texts';
import { KNOWN_STAFF, LIVE_VIEWS } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import { AdminSettings } from '../../../features/shared/admin-settings';

export type ApprovedBanner = Pick<
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
    private readonly settings: AdminSettings,
  ) {}

  /** Whether the banner needs no decision or has one, and its link is on the list. */
  isLinkApproved(banner: ApprovedBanner, hosts: LinkHosts): boolean {
    const { link } = banner;
    if (link === null) return true;
    if (bannerLinkFault(link, hosts) !== null) return false;
    return !isExternalLink(link) || this.staff.settingOf(settingName(banner)) === this.hashOf(banner);
  }

  /** Returns the resulting proposal. */
  async propose(staff: number, banner: ApprovedBanner): Promise<DeskBanner['proposal']> {
    const setting = { name: settingName(banner), text: settingText(banner) };
    return (await this.settings.set('SetDeskSetting', staff, setting)).proposal;
  }

  /** Null if no proposal is pending for the banner in this form. */
  proposalOf(banner: ApprovedBanner): DeskBanner['proposal'] {
    if (banner.link === null || !isExternalLink(banner.link)) return null;
    const name = settingName(banner);
    const hash = this.hashOf(banner);
    const found = this.live.staff.proposals().find(({ command, act }) => {
      if (command !== 'SetDeskSetting') return false;
      const proposedSetting = JSON.parse(act) as { name?: string; hash?: string };
      return proposedSetting.name === name && proposedSetting.hash === hash;
    });
    return found ? String(found.id) : null;
  }

  private hashOf(banner: ApprovedBanner): string {
    return this.texts.hashOf(settingName(banner), settingText(banner));
  }
}

/** Name of the setting with the hash in the journal. */
function settingName({ id }: ApprovedBanner): string {
  return `banner.${id}`;
}

/** The hashed text: link and title, for display to the confirming person, and a hash of everything decided. */
function settingText(banner: ApprovedBanner): string {
  const { id, revision, place, from, until, link, look, image, texts } = banner;
  const localizedTexts = LANGUAGES.flatMap((language) => {
    const text = texts[language];
    return text ? [[language, text.title, text.text]] : [];
  });
  const digest = createHash('sha256')
    .update(JSON.stringify([id, revision, place, from, until, link, look, image, localizedTexts]))
    .digest('hex');
  const title = (texts[DEFAULT_LANGUAGE] ?? Object.values(texts).at(0))?.title ?? '';
  return JSON.stringify({ title, link, digest });
}
