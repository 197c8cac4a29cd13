/** Articles, pages and banners in the language of the request, and feedback. */
import { BANNER_ROUTES as BANNERS } from '../../../../shared/products/content/banners';
import { CONTENT_ROUTES as ROUTES } from '../../../../shared/products/content/wire';
import { SHOWN_DATA_ROUTES as SHOWN } from '../../../../shared/wire/shown-data';
import { serviceEndpoint } from '../../../platform/http/answers/service-endpoint';
import { refuseDeepPage } from '../../../features/shared/endpoints/page';
import { UnmaskingLimits } from '../../../features/shared/unmasking-limits';
import { Articles } from './articles';
import { BannerImages } from './banner-images';
import { Banners } from './banners';
import { FeedbackInbox } from './feedback-inbox';
import { FeedbackAdmin } from './feedback-admin';

/** An image name always refers to the same image. */
const FOR_EVER = 'public, max-age=31536000, immutable';

export const CONTENT_ENDPOINTS = [
  serviceEndpoint(ROUTES.list, [Articles], ({ language, request }, articles) => articles.list(language, request)),
  serviceEndpoint(ROUTES.detail, [Articles], ({ language, request }, articles) =>
    articles.detail(language, Number(request.id)),
  ),
  serviceEndpoint(ROUTES.page, [Articles], ({ language, request }, articles) => articles.page(language, request.slug)),
  serviceEndpoint(BANNERS.shown, [Banners], ({ language }, banners) => banners.visibleBanners(language)),
  serviceEndpoint(BANNERS.image, [BannerImages], async ({ request, reply }, images) => {
    const jpeg = await images.open(request.image);
    void reply.headers({ 'content-type': BANNERS.image.answers, 'cache-control': FOR_EVER });
    return jpeg;
  }),

  serviceEndpoint(ROUTES.feedback, [FeedbackInbox], async ({ user, clientInfo, language, request }, box) => {
    const id = await box.submit({ user: user === 0 ? null : user, address: clientInfo.ip, language }, request);
    return { id: String(id) };
  }),
  serviceEndpoint(ROUTES.ownFeedback, [FeedbackInbox], ({ user, language, request }, box) => {
    refuseDeepPage(request);
    return box.listOwn(user, request, language);
  }),
  serviceEndpoint(ROUTES.feedbackList, [FeedbackAdmin], ({ request }, admin) => admin.list(request)),
  serviceEndpoint(SHOWN.showFeedback, [UnmaskingLimits, FeedbackAdmin], ({ user, request }, limits, desk) => {
    limits.countAccess(user);
    return desk.show(request);
  }),
  serviceEndpoint(ROUTES.answerFeedback, [FeedbackAdmin], async ({ user, request }, desk) => {
    return { answer: String(await desk.answer(user, request)) };
  }),
  serviceEndpoint(ROUTES.closeFeedback, [FeedbackAdmin], async ({ user, request }, desk) => {
    await desk.close(user, request);
    return { id: request.feedback };
  }),
];
