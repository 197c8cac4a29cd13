/** Texts, articles and what visitors read. */
import type { Screen } from './screen';

export const CONTENT_SCREENS: readonly Screen[] = [];
