/** Texts, articles and what visitors read. */
import type { Screen } from './screen';

const text =
  (name: keyof TextPages): Screen['load'] =>
  async () =>
    (await import('../../pages/content/text-pages'))[name];
const list =
  (name: keyof ListPages): Screen['load'] =>
  async () =>
    (await import('../../pages/content/list-pages'))[name];
const article =
  (name: keyof ArticlePages): Screen['load'] =>
  async () =>
    (await import('../../pages/content/article-page'))[name];

type TextPages = typeof import('../../pages/content/text-pages');
type ListPages = typeof import('../../pages/content/list-pages');
type ArticlePages = typeof import('../../pages/content/article-page');

export const CONTENT_SCREENS: readonly Screen[] = [
  { path: '/about', load: text('AboutPage') },
  { path: '/legalStatement', load: text('LegalStatementPage') },
  { path: '/privacyPolicy', load: text('PrivacyPolicyPage') },
  { path: '/userAgreement', load: text('UserAgreementPage') },
  { path: '/whitePaper', load: text('WhitePaperPage') },
  { path: '/homeScreenGuide', load: text('HomeScreenGuidePage') },
  { path: '/down', load: () => import('../../pages/content/down-page').then((part) => part.DownPage) },
  { path: '/rateStandard', load: () => import('../../pages/content/rates-page').then((part) => part.RatesPage) },
  { path: '/feedback', load: () => import('../../pages/content/feedback-page').then((part) => part.FeedbackPage) },
  { path: '/noticeList', load: list('NoticeListPage') },
  { path: '/noticeDetail', load: article('NoticeDetailPage') },
  { path: '/helpCenter', load: () => import('../../pages/content/help-page').then((part) => part.HelpCenterPage) },
  { path: '/helpDetail', load: article('HelpDetailPage') },
  { path: '/news', load: list('NewsPage') },
  { path: '/detail', load: article('NewsDetailPage') },
  { path: '/informationList', load: list('InformationListPage') },
  { path: '/informationOne', load: article('InformationDetailPage') },
  { path: '/informationTwo', load: article('InformationDetailPage') },
];
