import { lazyPart } from '../../shared/ui/page/lazy-part';

/** Lists need no reader of Markdown: it is loaded with the first text. */
export const Prose = lazyPart(async () => (await import('./markdown')).Markdown);
