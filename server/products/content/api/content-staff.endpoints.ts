/** Articles and banners as staff write them. */
import { BANNER_ROUTES as BANNERS } from '../../../../shared/products/content/banners';
import { CONTENT_STAFF_ROUTES as ROUTES } from '../../../../shared/products/content/staff';
import { answeredBy } from '../../../platform/http/answers/answered-by';
import { ArticleChanges } from './article-changes';
import { ArticleDesk } from './article-desk';
import { BannerImages } from './banner-images';
import { Banners } from './banners';

export const CONTENT_STAFF_ENDPOINTS = [
  answeredBy(ROUTES.articles, [ArticleDesk], ({ language, request }, desk) => desk.list(language, request)),
  answeredBy(ROUTES.article, [ArticleDesk], ({ language, request }, desk) =>
    desk.article(language, Number(request.article)),
  ),
  answeredBy(ROUTES.version, [ArticleDesk], ({ request: { article, version } }, desk) =>
    desk.version(Number(article), version),
  ),
  answeredBy(ROUTES.save, [ArticleChanges], ({ user, request }, changes) => changes.save(user, request)),
  answeredBy(ROUTES.publish, [ArticleChanges], ({ user, request }, changes) => changes.publish(user, request)),
  answeredBy(ROUTES.withdraw, [ArticleChanges], ({ user, request }, changes) => changes.withdraw(user, request)),

  answeredBy(BANNERS.list, [Banners], (_, banners) => banners.list()),
  answeredBy(BANNERS.save, [Banners], ({ user, request }, banners) => banners.save(user, request)),
  answeredBy(BANNERS.remove, [Banners], async ({ request }, banners) => {
    await banners.remove(request);
    return { id: request.banner };
  }),
  answeredBy(BANNERS.upload, [BannerImages], ({ user, photo }, images) => images.keep(user, photo)),
];
