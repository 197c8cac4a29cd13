/** What `staff-languages.spec.ts` walks at the smaller width. */
import { walkDesk } from './support/walked-desk';

walkDesk({ width: 1920, height: 1080 });
