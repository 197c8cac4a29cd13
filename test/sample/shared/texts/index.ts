/** Words of the server about timers. */
import type { Language } from '../../../wire/languages';
import en from './en.json';
import ep from './ep.json';
import il from './il.json';
import jp from './jp.json';
import kr from './kr.json';
import pt from './pt.json';
import tc from './tc.json';
import ti from './ti.json';
import zh from './zh.json';

export const SAMPLE_TEXTS = { zh, en, tc, jp, ti, kr, ep, il, pt } as const satisfies Record<Language, typeof en>;
