/** The other half of what `languages.spec.ts` begins. */
import { LANGUAGES } from '../../shared/wire/languages';
import { walkEveryScreenIn } from './support/language-walk';

const OTHERS = LANGUAGES.filter((language) => language !== 'en');

walkEveryScreenIn(OTHERS.slice(OTHERS.length / 2));
