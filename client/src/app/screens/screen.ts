import type { PageLoader } from '../lazy-page';

export interface Screen {
  path: string;
  load: PageLoader;
}
