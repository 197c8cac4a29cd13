/** Texts, articles and what visitors read. */
import type { Screen } from '../../shared/ui/screen';

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
  { path: '/about', load: text('AboutPage'), title: 'footer.about' },
  { path: '/legalStatement', load: text('LegalStatementPage'), title: 'footer.legal' },
  { path: '/privacyPolicy', load: text('PrivacyPolicyPage'), title: 'footer.privacy' },
  { path: '/userAgreement', load: text('UserAgreementPage'), title: 'footer.agreement' },
  { path: '/whitePaper', load: text('WhitePaperPage'), title: 'footer.white_paper' },
  { path: '/homeScreenGuide', load: text('HomeScreenGuidePage'), title: 'install.guide' },
  {
    path: '/down',
    load: () => import('../../pages/content/down-page').then((part) => part.DownPage),
    title: 'menu.download',
  },
  {
    path: '/rateStandard',
    load: () => import('../../pages/content/rates-page').then((part) => part.RatesPage),
    title: 'footer.rates',
  },
  {
    path: '/feedback',
    load: () => import('../../pages/content/feedback-page').then((part) => part.FeedbackPage),
    title: 'footer.feedback',
  },
  { path: '/noticeList', load: list('NoticeListPage'), title: 'footer.notices' },
  { path: '/noticeDetail', load: article('NoticeDetailPage'), title: null },
  {
    path: '/helpCenter',
    load: () => import('../../pages/content/help-page').then((part) => part.HelpCenterPage),
    title: 'footer.help',
  },
  { path: '/helpDetail', load: article('HelpDetailPage'), title: null },
  { path: '/news', load: list('NewsPage'), title: 'footer.news' },
  { path: '/detail', load: article('NewsDetailPage'), title: null },
  { path: '/informationList', load: list('InformationListPage'), title: 'footer.information' },
  { path: '/informationOne', load: article('InformationDetailPage'), title: null },
  { path: '/informationTwo', load: article('InformationDetailPage'), title: null },
];
