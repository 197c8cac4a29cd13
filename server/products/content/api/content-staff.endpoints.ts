/** Staff endpoints for articles and banners. */
import { BANNER_ROUTES as BANNERS } from '../../../../shared/products/content/banners';
import { CONTENT_STAFF_ROUTES as ROUTES } from '../../../../shared/products/content/staff';
import { serviceEndpoint } from '../../../platform/http/answers/service-endpoint';
import { ArticleChanges } from './article-changes';
import { ArticleAdmin } from './article-admin';
import { BannerImages } from './banner-images';
import { Banners } from './banners';

export const CONTENT_STAFF_ENDPOINTS = [
  serviceEndpoint(ROUTES.articles, [ArticleAdmin], ({ language, request }, admin) => admin.list(language, request)),
  serviceEndpoint(ROUTES.article, [ArticleAdmin], ({ language, request }, desk) =>
    desk.article(language, Number(request.article)),
  ),
  serviceEndpoint(ROUTES.version, [ArticleAdmin], ({ request: { article, version } }, desk) =>
    desk.version(Number(article), version),
  ),
  serviceEndpoint(ROUTES.save, [ArticleChanges], ({ user, request }, changes) => changes.save(user, request)),
  serviceEndpoint(ROUTES.publish, [ArticleChanges], ({ user, request }, changes) => changes.publish(user, request)),
  serviceEndpoint(ROUTES.withdraw, [ArticleChanges], ({ user, request }, changes) => changes.withdraw(user, request)),

  serviceEndpoint(BANNERS.list, [Banners], (_, banners) => banners.list()),
  serviceEndpoint(BANNERS.save, [Banners], ({ user, request }, banners) => banners.save(user, request)),
  serviceEndpoint(BANNERS.remove, [Banners], async ({ request }, banners) => {
    await banners.remove(request);
    return { id: request.banner };
  }),
  serviceEndpoint(BANNERS.upload, [BannerImages], ({ user, photo }, images) => images.keep(user, photo)),
];
