/** Runs the checks of `staff-languages.spec.ts` at the smaller width. */
import { walkDesk } from '../support/walked-desk';

walkDesk({ width: 1920, height: 1080 });
