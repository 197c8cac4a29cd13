/** Half of the other languages: two files, so that two workers share them. */
import { LANGUAGES } from '../../shared/wire/languages';
import { walkEveryScreenIn } from './support/language-walk';

const OTHERS = LANGUAGES.filter((language) => language !== 'en');

walkEveryScreenIn(OTHERS.slice(0, OTHERS.length / 2));
