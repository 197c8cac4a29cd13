import { lazyPart } from '../ui/page/lazy-part';

/** Lists do not need the Markdown renderer, so it loads with the first text. */
export const Prose = lazyPart(async () => (await import('./markdown')).Markdown);
