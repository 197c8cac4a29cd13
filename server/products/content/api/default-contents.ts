/** The articles of the first start, each kind from the oldest to the newest; their texts are in `articles`. */
import type { ArticleCategory, ArticleKind } from '../../../../shared/products/content/wire';

export interface DefaultContent {
  kind: ArticleKind;
  category: ArticleCategory | null;
  slug: string;
}

const of = (kind: ArticleKind, category: ArticleCategory | null, ...slugs: string[]): DefaultContent[] =>
  slugs.map((slug) => ({ kind, category, slug }));

export const DEFAULT_CONTENTS: readonly DefaultContent[] = [
  ...of('page', null, 'about', 'down', 'legal-statement', 'privacy-policy', 'user-agreement'),
  ...of('page', null, 'white-paper', 'home-screen-guide'),
  ...of('notice', null, 'notice-roadmap', 'notice-verification', 'notice-impersonators', 'notice-spot-open'),
  ...of('help', 'getting-started', 'help-register', 'help-verification', 'help-deposits-withdrawals'),
  ...of('help', 'trading', 'help-order-types', 'help-time-in-force', 'help-fees', 'help-perpetuals'),
  ...of('help', 'trading', 'help-second-contracts', 'help-financial', 'help-mining', 'help-robot'),
  ...of('help', 'trading', 'help-invitations'),
  ...of('help', 'security', 'help-secure-account', 'help-check-balance'),
  ...of('help', 'staff', 'help-staff', 'help-auditors'),
  ...of('news', null, 'news-nine-languages', 'news-replay', 'news-verifier'),
  ...of('information', 'insight', 'insight-event-sourcing', 'insight-price-time'),
  ...of('information', 'learn', 'learn-order-book', 'learn-candles'),
];
