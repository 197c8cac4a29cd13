/**
 * Every screen of the desk in every language at the width with the least room; `staff-languages.matrix.ts` takes the
 * other. `staff.spec.ts` checks the phone, both themes with axe, and actions.
 */
import { DESK_SCREENS } from '../support/desk-screens';
import { walkDesk } from '../support/walked-desk';

walkDesk({ width: 1366, height: 768 }, DESK_SCREENS);
