import type { TextKey } from '../i18n/i18n';
import { useTexts } from '../i18n/use-texts';

interface TextWithFactProps {
  text: TextKey;
  params: Readonly<Record<string, string>>;
}

/** Encloses the name of a fact; occurs in no text. */
const MARK = '\u0000';

/**
 * A text with live or exact facts (figures, addresses, ids), each marked as not to be translated: a page translator replaces text
 * nodes, and the facts that React writes afterwards would not be shown.
 */
export function TextWithFact({ text, params }: TextWithFactProps) {
  const { t } = useTexts();
  const names = Object.fromEntries(Object.keys(params).map((name) => [name, MARK + name + MARK]));
  return t(text, names)
    .split(MARK)
    .map((part, place) =>
      place % 2 === 0 ? (
        part
      ) : (
        <span key={place} translate="no">
          {params[part]}
        </span>
      ),
    );
}
