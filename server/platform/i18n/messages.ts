/** Texts of the server in the language of a request. The same files serve the screens. */
import { createInstance } from 'i18next';
import { reasonInWords } from '../../../shared/rules/staff-reasons';
import { DEFAULT_LANGUAGE, LANGUAGES, mapLanguages, type Language } from '../../../shared/wire/languages';
import en from '../../../shared/wire/messages/en.json';
import ep from '../../../shared/wire/messages/ep.json';
import il from '../../../shared/wire/messages/il.json';
import jp from '../../../shared/wire/messages/jp.json';
import kr from '../../../shared/wire/messages/kr.json';
import pt from '../../../shared/wire/messages/pt.json';
import tc from '../../../shared/wire/messages/tc.json';
import ti from '../../../shared/wire/messages/ti.json';
import zh from '../../../shared/wire/messages/zh.json';
import { mergeTables } from '../../core/merge-parts';

/** English is the measure: a language that lacks one of its keys does not compile. */
const COMMON: Readonly<Record<Language, typeof en>> = { zh, en, tc, jp, ti, kr, ep, il, pt };

/** `code`: answers; `label`: ledger records; `field`: faults of a field; `reason` and `status`: of orders; `staffReason`: what staff give. */
export type MessageGroup = keyof typeof en;
type Texts = Readonly<Record<string, string>>;
type Catalogue = Readonly<Record<Language, Readonly<Record<MessageGroup, Texts>>>>;

/** Words of a product: its refusals, records, notifications, and its acts of staff. */
export type ProductTexts = Readonly<Record<Language, TextGroups>>;
interface TextGroups {
  code: Texts;
  label: Texts;
  message: Readonly<Record<string, { title: string; text: string }>>;
  act: Texts;
}

/** The common words and those of products. */
export class ServerTexts {
  readonly catalogue: Catalogue;
  /** An instance of its own, ready at once. Each group is a namespace; keys are plain, dots and colons are part of them. */
  private readonly instance = createInstance();
  private readonly codeTexts = new Map<string, string>();

  constructor(readonly ofProducts: readonly ProductTexts[]) {
    this.catalogue = mapLanguages((language) => ({
      ...COMMON[language],
      code: { ...COMMON[language].code, ...mergeTables(ofProducts.map((texts) => texts[language].code)) },
      label: { ...COMMON[language].label, ...mergeTables(ofProducts.map((texts) => texts[language].label)) },
    }));
    void this.instance.init({
      resources: this.catalogue,
      supportedLngs: LANGUAGES,
      fallbackLng: DEFAULT_LANGUAGE,
      load: 'currentOnly',
      ns: Object.keys(en),
      keySeparator: false,
      nsSeparator: false,
      initAsync: false,
    });
  }

  /** The text of `key`: in `language`, else in English, else the key itself. Its gaps stay for who has the figures. */
  messageOf(language: Language, group: MessageGroup, key: string): string {
    return this.instance.t(key, { lng: language, ns: group, skipInterpolation: true });
  }

  /** Looked up once per language and code: every answer carries one. */
  codeText(language: Language, code: string): string {
    const key = `${language}/${code}`;
    let text = this.codeTexts.get(key);
    if (text === undefined) {
      text = this.messageOf(language, 'code', code);
      this.codeTexts.set(key, text);
    }
    return text;
  }
}

/** Enough for an answer that no product refuses. */
export const COMMON_TEXTS = new ServerTexts([]);

/** A reason given by staff, in the user's language. */
export function staffReasonText(language: Language, reason: string): string {
  return reasonInWords(reason, (id) => COMMON_TEXTS.messageOf(language, 'staffReason', id));
}
