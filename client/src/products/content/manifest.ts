/** Texts, articles and reading pages. */
import { withTexts } from '../../kit/i18n/part-texts';
import type { AdminPageLoader, AdminScreensByRole } from '../../kit/ui/places';
import type { Screen } from '../../kit/ui/screen';
import { PUBLISH_TEXTS } from './admin/articles/publish-texts';

const text =
  (name: keyof TextPages): Screen['load'] =>
  async () =>
    (await import('./screens/text-pages'))[name];
const list =
  (name: keyof ListPages): Screen['load'] =>
  async () =>
    (await import('./screens/list-pages'))[name];
const article =
  (name: keyof ArticlePages): Screen['load'] =>
  async () =>
    (await import('./screens/article-page'))[name];

type TextPages = typeof import('./screens/text-pages');
type ListPages = typeof import('./screens/list-pages');
type ArticlePages = typeof import('./screens/article-page');

export const CONTENT_SCREENS: readonly Screen[] = [
  { path: '/about', load: text('AboutPage'), title: 'footer.about' },
  { path: '/legalStatement', load: text('LegalStatementPage'), title: 'footer.legal' },
  { path: '/privacyPolicy', load: text('PrivacyPolicyPage'), title: 'footer.privacy' },
  { path: '/userAgreement', load: text('UserAgreementPage'), title: 'footer.agreement' },
  { path: '/whitePaper', load: text('WhitePaperPage'), title: 'footer.white_paper' },
  { path: '/homeScreenGuide', load: text('HomeScreenGuidePage'), title: 'install.guide' },
  {
    path: '/down',
    load: () => import('./screens/down-page').then((part) => part.DownPage),
    title: 'menu.download',
  },
  {
    path: '/rateStandard',
    load: () => import('./screens/rates/rates-page').then((part) => part.RatesPage),
    title: 'footer.rates',
  },
  {
    path: '/feedback',
    load: () => import('./screens/feedback/feedback-page').then((part) => part.FeedbackPage),
    title: 'footer.feedback',
  },
  { path: '/noticeList', load: list('NoticeListPage'), title: 'footer.notices' },
  { path: '/noticeDetail', load: article('NoticeDetailPage'), title: null },
  {
    path: '/helpCenter',
    load: () => import('./screens/help-page').then((part) => part.HelpCenterPage),
    title: 'footer.help',
  },
  { path: '/helpDetail', load: article('HelpDetailPage'), title: null },
  { path: '/news', load: list('NewsPage'), title: 'footer.news' },
  { path: '/detail', load: article('NewsDetailPage'), title: null },
  { path: '/informationList', load: list('InformationListPage'), title: 'footer.information' },
  { path: '/informationOne', load: article('InformationDetailPage'), title: null },
  { path: '/informationTwo', load: article('InformationDetailPage'), title: null },
];

const withPublishTexts = (load: AdminPageLoader) => withTexts([PUBLISH_TEXTS], load);

/** Admin screens for published content and feedback. */
export const CONTENT_ADMIN: AdminScreensByRole = {
  admin: {
    feedback: { list: () => import('./admin/feedback/feedback-page').then((part) => part.FeedbackPage) },
    content: {
      list: withPublishTexts(() => import('./admin/articles/content-page').then((part) => part.ContentPage)),
      detail: withPublishTexts(() =>
        import('./admin/articles/article-editor-page').then((part) => part.ArticleEditorPage),
      ),
    },
    banners: {
      list: withPublishTexts(() => import('./admin/articles/banners-page').then((part) => part.BannersPage)),
      detail: withPublishTexts(() =>
        import('./admin/articles/banner-editor-page').then((part) => part.BannerEditorPage),
      ),
    },
  },
  auditor: {},
};
