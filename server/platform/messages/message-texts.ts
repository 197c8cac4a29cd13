/** The words of messages in nine languages. */
import { isTextHash } from '../../../shared/products/content/rules/text-hashes';
import { fillPlaceholders } from '../../../shared/wire/fill';
import { mapLanguages, type Language } from '../../../shared/wire/languages';
import type { MessageKey } from '../../../shared/wire/messages-center';
import { mergeTables } from '../../core/merge-parts';
import { figureOf } from '../i18n/figures';
import { staffReasonText, type ServerTexts } from '../i18n/messages';
import en from './texts/en.json';
import ep from './texts/ep.json';
import il from './texts/il.json';
import jp from './texts/jp.json';
import kr from './texts/kr.json';
import pt from './texts/pt.json';
import tc from './texts/tc.json';
import ti from './texts/ti.json';
import zh from './texts/zh.json';

interface Texts {
  message: Readonly<Record<string, { title: string; text: string }>>;
  /** Kinds of account. */
  account: Readonly<Record<string, string>>;
  /** Actions that need two members of staff. */
  act: Readonly<Record<string, string>>;
  /** Replaces a lost text of staff. */
  lost: string;
  /** Queues of staff. */
  queue: Readonly<Record<string, string>>;
  /** Comparisons of the ledger. */
  comparison: Readonly<Record<string, string>>;
  /** Sides of an order. */
  side: Readonly<Record<'buy' | 'sell', string>>;
  /** In a contract. */
  position: Readonly<Record<'long' | 'short', string>>;
}

const COMMON = { en, zh, tc, jp, kr, ti, ep, il, pt };

export type Facts = Readonly<Record<string, string | number>>;

/** Messages in words. */
export class MessageTexts {
  /** With those of products. */
  readonly texts: Readonly<Record<Language, Texts>>;

  constructor(private readonly serverTexts: ServerTexts) {
    const { ofProducts } = serverTexts;
    this.texts = mapLanguages((language) => ({
      ...COMMON[language],
      message: { ...COMMON[language].message, ...mergeTables(ofProducts.map((texts) => texts[language].message)) },
      act: { ...COMMON[language].act, ...mergeTables(ofProducts.map((texts) => texts[language].act)) },
    }));
  }

  render(language: Language, key: MessageKey, details: Facts): { title: string; text: string } {
    const { serverTexts } = this;
    const { message, account, act, comparison, lost, queue, side, position } = this.texts[language];
    const worded: Record<string, string | number> = { ...details };
    for (const figure of FIGURES) {
      const decimal = details[figure];
      if (typeof decimal === 'string') worded[figure] = figureOf(language, decimal);
    }
    for (const place of ['from', 'to', 'account']) worded[place] = account[details[place]] ?? details[place];
    if (typeof details.act === 'string') worded.act = act[details.act] ?? details.act;
    if (typeof details.queue === 'string') worded.queue = queue[details.queue] ?? details.queue;
    if (typeof details.comparison === 'string')
      worded.comparison = comparison[details.comparison] ?? details.comparison;
    if (details.side === 'buy' || details.side === 'sell') worded.side = side[details.side];
    if (details.position === 'long' || details.position === 'short') worded.position = position[details.position];
    if (typeof details.time === 'number') worded.time = momentOf(details.time);
    if (typeof details.why === 'string') worded.why = serverTexts.messageOf(language, 'reason', details.why);
    // An answer code where the exchange decided; what staff wrote is no key and stays as it is.
    if (typeof details.reason === 'string') {
      const { reason } = details;
      worded.reason = isTextHash(reason)
        ? fillPlaceholders(lost, { hash: reason })
        : serverTexts.messageOf(language, 'code', staffReasonText(language, reason));
    }
    const { title, text } = message[key];
    return { title, text: fillPlaceholders(text, worded) };
  }
}

const FIGURES = ['amount', 'expected', 'found', 'total', 'coins', 'trigger', 'mark', 'price'] as const;

/** The same for everybody who reads it, wherever they are: `2026-11-23 04:00 UTC`. */
function momentOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
