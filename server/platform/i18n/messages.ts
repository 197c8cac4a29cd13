/** Texts of the server in the language of a request. The same files serve the screens. */
import { createInstance } from 'i18next';
import { reasonInWords } from '../../../shared/rules/staff-reasons';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../../shared/wire/languages';
import en from '../../../shared/wire/messages/en.json';
import ep from '../../../shared/wire/messages/ep.json';
import il from '../../../shared/wire/messages/il.json';
import jp from '../../../shared/wire/messages/jp.json';
import kr from '../../../shared/wire/messages/kr.json';
import pt from '../../../shared/wire/messages/pt.json';
import tc from '../../../shared/wire/messages/tc.json';
import ti from '../../../shared/wire/messages/ti.json';
import zh from '../../../shared/wire/messages/zh.json';

/** English is the measure: a language that lacks one of its keys does not compile. */
const MESSAGES: Readonly<Record<Language, typeof en>> = { zh, en, tc, jp, ti, kr, ep, il, pt };

/** `code`: answers; `label`: ledger records; `field`: faults of a field; `reason` and `status`: of orders; `staffReason`: what staff give. */
export type MessageGroup = keyof typeof en;

/** Its own instance, ready at once. Each group is a namespace; keys are plain, dots and colons are part of them. */
const catalogue = createInstance({
  resources: MESSAGES,
  supportedLngs: LANGUAGES,
  fallbackLng: DEFAULT_LANGUAGE,
  load: 'currentOnly',
  ns: Object.keys(en),
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
});
void catalogue.init();

/** The text of `key`: in `language`, else in English, else the key itself. Its gaps stay for who has the figures. */
export function messageOf(language: Language, group: MessageGroup, key: string): string {
  return catalogue.t(key, { lng: language, ns: group, skipInterpolation: true });
}

/** What staff gave as a reason, as a user of that language reads it. */
export function staffReasonText(language: Language, reason: string): string {
  return reasonInWords(reason, (id) => messageOf(language, 'staffReason', id));
}
