/** Banners of the home page, and the staff calls for them. */
import { z } from 'zod';
import { isOfferedLink, LINK_LENGTH_MAX } from '../identity/rules/links';
import { clientId, epochMs, id, lineForUser, reason } from '../../wire/fields';
import { LANGUAGES, type Language } from '../../wire/languages';
import type { Route } from '../../wire/route';

export const BANNER_TITLE_MAX = 80;
export const BANNER_TEXT_MAX = 160;
export const BANNERS_MAX = 50;
const PLACE_MAX = 999;

/** Drawings and colours of the exchange, for banners without a picture and behind those with one. */
export const BANNER_LOOKS = ['ledger', 'candles', 'shield', 'growth', 'globe'] as const;
export type BannerLook = (typeof BANNER_LOOKS)[number];

const imageId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{22}$/)
  .meta({ description: 'as its upload was answered' });
const bannerLook = z.enum(BANNER_LOOKS);
const link = z.string().max(LINK_LENGTH_MAX).refine(isOfferedLink, 'markup.link').meta({ example: '/noticeList' });

export const banner = z.object({
  id,
  title: z.string(),
  text: z.string(),
  link: z.string().nullable(),
  look: bannerLook,
  image: imageId.nullable(),
});
export type Banner = z.infer<typeof banner>;

/** `changesAt`: when the shown banners next change by their own times. */
export const bannersAnswer = z.object({ records: z.array(banner), changesAt: epochMs.nullable() });
export type BannersAnswer = z.infer<typeof bannersAnswer>;

const bannerText = z.strictObject({ title: lineForUser.max(BANNER_TITLE_MAX), text: lineForUser.max(BANNER_TEXT_MAX) });
export type BannerText = z.infer<typeof bannerText>;
const texts = z.strictObject(inEach(bannerText.optional()));
export type BannerTexts = Partial<Record<Language, BannerText>>;

function inEach<Schema extends z.ZodType>(schema: Schema): Record<Language, Schema> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, schema])) as Record<Language, Schema>;
}

/**
 * `ended`: its time is over. `waiting`: its time has not come. `undecided`: it leads out, and either two members of
 * staff have not yet confirmed its current form or its host is not on their list.
 */
export const BANNER_STATES = ['shown', 'waiting', 'ended', 'off', 'undecided'] as const;
export type BannerState = (typeof BANNER_STATES)[number];

export const deskBanner = z.object({
  id,
  /** Incremented by every change. A save names the revision that it is based on. */
  revision: z.int(),
  state: z.enum(BANNER_STATES),
  isOn: z.boolean(),
  place: z.int(),
  from: epochMs.nullable(),
  until: epochMs.nullable(),
  link: z.string().nullable(),
  look: bannerLook,
  image: imageId.nullable(),
  texts,
  changedBy: z.int().nullable(),
  changedAt: epochMs,
  proposal: id.nullable().meta({ description: 'of a banner that leads out: it waits as this for a second of staff' }),
});
export type DeskBanner = z.infer<typeof deskBanner>;

export const saveBannerRequest = z.strictObject({
  clientId,
  /** Absent for a new banner. */
  banner: id.optional(),
  /** 0 for a new banner. */
  revision: z.int().min(0).max(1_000_000_000),
  isOn: z.boolean(),
  /** The lowest comes first. */
  place: z.int().min(0).max(PLACE_MAX),
  from: epochMs.nullable(),
  /** Hidden from this time on. */
  until: epochMs.nullable(),
  link: link.nullable(),
  look: bannerLook,
  image: imageId.nullable(),
  texts,
  /** Missing languages fall back to English. Without the fallback an active banner needs all nine languages. */
  fallback: z.boolean().default(false),
});
export type SaveBannerRequest = z.infer<typeof saveBannerRequest>;

export const removeBannerRequest = z.strictObject({ clientId, banner: id, revision: z.int().min(1), reason });
export type RemoveBannerRequest = z.infer<typeof removeBannerRequest>;

export const BANNER_ROUTES = {
  shown: {
    method: 'GET',
    path: '/exchange/app/content/banners',
    summary: 'What the home page shows in turn, in the language of the request',
    access: 'public',
    revalidated: true,
    answer: bannersAnswer,
  },
  image: {
    method: 'GET',
    path: '/exchange/app/content/bannerImage',
    summary: 'The picture of a banner',
    access: 'public',
    query: z.strictObject({ image: imageId }),
    answers: 'image/jpeg',
    answer: z.string(),
  },
  list: {
    method: 'GET',
    path: '/exchange/admin/content/banners',
    summary: 'All banners in their order, shown or not',
    access: 'admin',
    right: 'content',
    answer: z.object({ records: z.array(deskBanner) }),
  },
  save: {
    method: 'POST',
    path: '/exchange/admin/content/saveBanner',
    summary:
      'Make a banner, or change one; its times are judged by the clock of the exchange. One with a link that leads out is proposed to a second of staff',
    access: 'admin',
    right: 'content',
    stepUp: true,
    body: saveBannerRequest,
    failure: 'save.failed',
    answer: deskBanner,
  },
  remove: {
    method: 'POST',
    path: '/exchange/admin/content/removeBanner',
    summary: 'Take a banner away for good',
    access: 'admin',
    right: 'content',
    stepUp: true,
    body: removeBannerRequest,
    answer: z.object({ id }),
  },
  upload: {
    method: 'POST',
    path: '/exchange/admin/content/uploadBannerImage',
    summary:
      'Upload the picture of a banner as the body: jpeg, png or bmp, at most 8 MB. It is drawn anew, 1,600 wide at most',
    access: 'admin',
    right: 'content',
    upload: 'photo',
    withoutFactor: 'A picture is shown by a banner alone, and saving that asks for it.',
    answer: z.object({ image: imageId, width: z.int(), height: z.int() }),
    rate: 'photos',
  },
} as const satisfies Record<string, Route>;
