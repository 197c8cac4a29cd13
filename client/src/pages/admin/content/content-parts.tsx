/** Where the desk writes what the exchange publishes: loaded with its words when it is first shown. */
import type { ComponentType } from 'react';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { withTexts } from '../../../shared/i18n/part-texts';
import { lazyPart } from '../../../shared/ui/page/lazy-part';
import { PUBLISH_TEXTS } from './publish-texts';

type Screen = ComponentType<{ own: OwnStaff }>;

function part(load: () => Promise<Screen>): Screen {
  return lazyPart(withTexts([PUBLISH_TEXTS], load));
}

export const ContentPage = part(async () => (await import('./content-page')).ContentPage);
export const ArticleEditorPage = part(async () => (await import('./article-editor-page')).ArticleEditorPage);
export const BannersPage = part(async () => (await import('./banners-page')).BannersPage);
export const BannerEditorPage = part(async () => (await import('./banner-editor-page')).BannerEditorPage);
