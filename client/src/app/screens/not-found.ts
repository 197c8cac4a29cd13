import type { PageLoader } from '../../kit/ui/page/lazy-page';

export const NOT_FOUND: PageLoader = () =>
  import('../pages/not-found/not-found-page').then((part) => part.NotFoundPage);
