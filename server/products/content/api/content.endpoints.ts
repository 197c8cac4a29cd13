/** Articles, pages and banners in the language of the request, and feedback. */
import { BANNER_ROUTES as BANNERS } from '../../../../shared/products/content/banners';
import { CONTENT_ROUTES as ROUTES } from '../../../../shared/products/content/wire';
import { SHOWN_DATA_ROUTES as SHOWN } from '../../../../shared/wire/shown-data';
import { answeredBy } from '../../../platform/http/answers/answered-by';
import { refuseDeep } from '../../../features/shared/endpoints/page';
import { ShownData } from '../../../features/shared/shown-data';
import { Articles } from './articles';
import { BannerImages } from './banner-images';
import { Banners } from './banners';
import { FeedbackBox } from './feedback-box';
import { FeedbackDesk } from './feedback-desk';

/** Under its name it is always the same picture. */
const FOR_EVER = 'public, max-age=31536000, immutable';

export const CONTENT_ENDPOINTS = [
  answeredBy(ROUTES.list, [Articles], ({ language, request }, articles) => articles.list(language, request)),
  answeredBy(ROUTES.detail, [Articles], ({ language, request }, articles) =>
    articles.detail(language, Number(request.id)),
  ),
  answeredBy(ROUTES.page, [Articles], ({ language, request }, articles) => articles.page(language, request.slug)),
  answeredBy(BANNERS.shown, [Banners], ({ language }, banners) => banners.shown(language)),
  answeredBy(BANNERS.image, [BannerImages], async ({ request, reply }, images) => {
    const jpeg = await images.open(request.image);
    void reply.headers({ 'content-type': BANNERS.image.answers, 'cache-control': FOR_EVER });
    return jpeg;
  }),

  answeredBy(ROUTES.feedback, [FeedbackBox], async ({ user, whence, language, request }, box) => {
    const id = await box.put({ user: user === 0 ? null : user, address: whence.ip, language }, request);
    return { id: String(id) };
  }),
  answeredBy(ROUTES.ownFeedback, [FeedbackBox], ({ user, language, request }, box) => {
    refuseDeep(request);
    return box.listOwn(user, request, language);
  }),
  answeredBy(ROUTES.feedbackList, [FeedbackDesk], ({ request }, desk) => desk.list(request)),
  answeredBy(SHOWN.showFeedback, [ShownData, FeedbackDesk], ({ user, request }, shown, desk) => {
    shown.take(user);
    return desk.show(request);
  }),
  answeredBy(ROUTES.answerFeedback, [FeedbackDesk], async ({ user, request }, desk) => {
    return { answer: String(await desk.answer(user, request)) };
  }),
  answeredBy(ROUTES.closeFeedback, [FeedbackDesk], async ({ user, request }, desk) => {
    await desk.close(user, request);
    return { id: request.feedback };
  }),
];
