/** Where the desk writes what the exchange publishes: loaded with its words when it is first shown. */
import type { ComponentType } from 'react';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { needTexts } from '../../shared/i18n/i18n';
import { PUBLISH_TEXTS } from '../../shared/i18n/publish-texts';
import { lazyPart } from '../../shared/ui/lazy-part';

type Screen = ComponentType<{ own: OwnStaff }>;

function part(load: () => Promise<Screen>): Screen {
  return lazyPart(async () => (await Promise.all([load(), needTexts(PUBLISH_TEXTS)]))[0]);
}

export const ContentPage = part(async () => (await import('./content-page')).ContentPage);
export const ArticleEditorPage = part(async () => (await import('./article-editor-page')).ArticleEditorPage);
export const BannersPage = part(async () => (await import('./banners-page')).BannersPage);
export const BannerEditorPage = part(async () => (await import('./banner-editor-page')).BannerEditorPage);
