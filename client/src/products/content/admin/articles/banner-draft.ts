/** Draft of a banner: times as input values and one text per language. */
import type {
  BannerLook,
  BannerText,
  BannerTexts,
  DeskBanner,
  SaveBannerRequest,
} from '../../../../../../shared/products/content/banners';
import { bannerLinkFault, isSecureLink, type LinkHosts } from '../../../../../../shared/products/identity/rules/links';
import { LANGUAGES, type Language } from '../../../../../../shared/wire/languages';
import { timeOf, timeText } from '../../../../admin/act/fields';

export interface BannerDraft {
  isOn: boolean;
  place: string;
  from: string;
  until: string;
  link: string;
  look: BannerLook;
  image: string | null;
  texts: Readonly<Record<Language, BannerText>>;
}

const BLANK: BannerText = { title: '', text: '' };
const PLACE = /^\d{1,3}$/;

export const NEW_BANNER: BannerDraft = {
  ...{ isOn: false, place: '0', from: '', until: '', link: '', look: 'ledger', image: null },
  texts: allOf({}),
};

export function draftOfBanner({ isOn, place, from, until, link, look, image, texts }: DeskBanner): BannerDraft {
  const times = { from: from === null ? '' : timeText(from), until: until === null ? '' : timeText(until) };
  return { isOn, place: String(place), ...times, link: link ?? '', look, image, texts: allOf(texts) };
}

function allOf(texts: BannerTexts): Record<Language, BannerText> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, texts[language] ?? BLANK])) as Record<
    Language,
    BannerText
  >;
}

export type BannerFaults = Partial<Record<'place' | 'from' | 'until' | 'link', string>>;

/** True if saving creates a proposal for a second member of staff. */
export function isProposed({ isOn, link }: BannerDraft): boolean {
  return isOn && isSecureLink(link);
}

/** Faults as codes of the catalogue's `field`. */
export function bannerFaults({ place, from, until, link }: BannerDraft, hosts: LinkHosts): BannerFaults {
  const linkFault = link === '' ? null : bannerLinkFault(link, hosts);
  const [fromTime, untilTime] = [timeIn(from), timeIn(until)];
  return {
    ...(PLACE.test(place) ? {} : { place: 'out.of.range' }),
    ...(linkFault === null ? {} : { link: linkFault }),
    ...(from !== '' && fromTime === null ? { from: 'format' } : {}),
    ...(until !== '' && untilTime === null ? { until: 'format' } : {}),
    ...(fromTime !== null && untilTime !== null && untilTime <= fromTime ? { until: 'time.order' } : {}),
  };
}

function timeIn(input: string): number | null {
  return input === '' ? null : timeOf(input);
}

/** Request for a draft without faults. */
export function bannerRequest(
  draft: BannerDraft,
): Omit<SaveBannerRequest, 'clientId' | 'revision' | 'fallback' | 'banner'> {
  const { isOn, place, from, until, link, look, image, texts } = draft;
  return {
    ...{
      isOn,
      place: Number(place),
      from: timeIn(from),
      until: timeIn(until),
      link: link === '' ? null : link,
      look,
      image,
    },
    texts: Object.fromEntries(
      LANGUAGES.flatMap((language) =>
        texts[language].title.trim() === '' ? [] : [[language, texts[language]] as const],
      ),
    ),
  };
}
