import type { PageLoader } from '../../shared/ui/page/lazy-page';

/** Whatever has no screen. */
export const NOT_FOUND: PageLoader = () =>
  import('../../pages/not-found/not-found-page').then((part) => part.NotFoundPage);
