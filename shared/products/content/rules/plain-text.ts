/**
 * Checks of public text against spoofing. Invisible characters, direction controls and compatibility forms of other
 * characters are forbidden. Names that look like the exchange's own are reserved.
 */

/**
 * Controls of writing direction, zero-width and other invisible characters, tags, variation selectors other than that
 * of emoji, invisible blanks, and private-use characters. The joiner U+200D and the selector U+FE0F depend on their
 * position.
 */
const UNSEEN =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u00ad\u061c\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\uffff\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\u034f|\u17b4|\u17b5|[\u180b-\u180d]|\u180f|[\ufe00-\ufe0e]/u;
/**
 * The joiner is valid only between two pictures, as in family emoji. The selector is valid only after a picture or in a
 * keycap.
 */
const OF_PICTURES =
  /\p{Extended_Pictographic}\ufe0f?[\u{1f3fb}-\u{1f3ff}]?(?:\u200d(?=\p{Extended_Pictographic}))?|[0-9#*]\ufe0f\u20e3/gu;
/** Wide, narrow, circled, mathematical and other forms of keyboard letters and digits. */
const SHAPED =
  /[\uff01-\uff5e\uffe0-\uffee\u2460-\u24ff\u2070-\u209c\u2100-\u214f\u{1d400}-\u{1d7ff}\u{1f100}-\u{1f18f}\u{1fbf0}-\u{1fbf9}]/u;
/** Full-width punctuation is normal in Chinese and Japanese, and these signs resemble no letter. */
const COMMON_SHAPES =
  /[\uff01\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff5e\uffe5\u2103\u2109\u2116\u2122\u2460-\u2473]/gu;

/** `lines`: "many" permits line breaks and tabs. All other invisible characters are refused. */
export function isPlainText(text: string, lines: 'one' | 'many' = 'one'): boolean {
  const textWithoutBreaks = lines === 'many' ? text.replace(/[\t\n\r]/g, '') : text;
  const checkedText = textWithoutBreaks.replace(OF_PICTURES, '').replace(COMMON_SHAPES, '');
  return !UNSEEN.test(checkedText) && !/\u200d|\ufe0f/u.test(checkedText) && !SHAPED.test(checkedText);
}

/** The fault of a display name, or null. */
export function nameFault(name: string): 'text.not.plain' | 'name.reserved' | null {
  if (!isPlainText(name)) return 'text.not.plain';
  return isReservedName(name) ? 'name.reserved' : null;
}

/** Reserved names, including the exchange's own. Compared in the form of `skeletonOf`. */
const RESERVED = [
  'admin',
  'administrator',
  'support',
  'customerservice',
  'customersupport',
  'helpdesk',
  'official',
  'moderator',
  'staff',
  'system',
  'security',
  'exchange',
  'openexchange',
  '客服',
  '官方',
  '管理员',
  '管理員',
] as const;

/** Letters of other alphabets, and digits, that resemble Latin letters. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  ...{ а: 'a', в: 'b', с: 'c', ԁ: 'd', е: 'e', ё: 'e', һ: 'h', і: 'i', ї: 'i', ј: 'j', к: 'k', м: 'm', н: 'h' },
  ...{ о: 'o', р: 'p', ѕ: 's', т: 't', у: 'y', х: 'x', α: 'a', β: 'b', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o' },
  ...{
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    ı: 'i',
    ɑ: 'a',
    ɡ: 'g',
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
  },
  ...{ '|': 'i', '!': 'i', '@': 'a', $: 's', l: 'i' },
};

/** The visual skeleton of a name. */
function skeletonOf(name: string): string {
  const letters = [...name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')];
  return letters
    .map((letter) => LOOKS_LIKE[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const RESERVED_SKELETONS: ReadonlySet<string> = new Set(RESERVED.map(skeletonOf));

/** Whether users could take the name for the exchange's, alone or followed by a number or "team". */
export function isReservedName(name: string): boolean {
  const baseName = name.trim().replace(/[\s\p{N}\p{P}]+$/u, '');
  return [name, baseName, baseName.replace(/\s*team$/i, '')].some((one) => RESERVED_SKELETONS.has(skeletonOf(one)));
}
