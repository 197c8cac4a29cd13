/** Products that are still to come. Their addresses answer, nothing leads to them. */
import type { PageLoader } from '../../shared/ui/lazy-page';
import type { Screen } from '../../shared/ui/screen';

const load: PageLoader = () => import('../../pages/not-open/not-open-page').then((part) => part.NotOpenPage);
const later = (path: string): Screen => ({ path, load, title: null });

export const LATER_SCREENS: readonly Screen[] = [later('/robot')];
