/**
 * Every screen of the desk in every language where it has the least room; at the other width: `staff-languages.matrix.ts`.
 * On the phone, by axe in both themes, and what can be done there: `staff.spec.ts`.
 */
import { DESK_SCREENS } from './support/desk-screens';
import { walkDesk } from './support/walked-desk';

walkDesk({ width: 1366, height: 768 }, DESK_SCREENS);
