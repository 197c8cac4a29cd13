/** Shipped articles, each kind from oldest to newest; their texts are in `articles`. */
import type { ArticleCategory, ArticleKind } from '../../../../shared/products/content/wire';

export interface DefaultContent {
  kind: ArticleKind;
  category: ArticleCategory | null;
  slug: string;
}

const contentsOf = (kind: ArticleKind, category: ArticleCategory | null, ...slugs: string[]): DefaultContent[] =>
  slugs.map((slug) => ({ kind, category, slug }));

export const DEFAULT_CONTENTS: readonly DefaultContent[] = [
  ...contentsOf('page', null, 'about', 'down', 'legal-statement', 'privacy-policy', 'user-agreement'),
  ...contentsOf('page', null, 'white-paper', 'home-screen-guide'),
  ...contentsOf('notice', null, 'notice-roadmap', 'notice-verification', 'notice-impersonators', 'notice-spot-open'),
  ...contentsOf('help', 'getting-started', 'help-register', 'help-verification', 'help-deposits-withdrawals'),
  ...contentsOf('help', 'trading', 'help-order-types', 'help-time-in-force', 'help-fees', 'help-perpetuals'),
  ...contentsOf('help', 'trading', 'help-second-contracts', 'help-financial', 'help-mining', 'help-robot'),
  ...contentsOf('help', 'trading', 'help-invitations', 'help-convert'),
  ...contentsOf('help', 'security', 'help-secure-account', 'help-check-balance'),
  ...contentsOf('help', 'staff', 'help-staff', 'help-auditors'),
  ...contentsOf('news', null, 'news-nine-languages', 'news-replay', 'news-verifier'),
  ...contentsOf('information', 'insight', 'insight-event-sourcing', 'insight-price-time'),
  ...contentsOf('information', 'learn', 'learn-order-book', 'learn-candles'),
];
