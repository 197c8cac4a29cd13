/** A mail to be sent: the same lines as text and as plain HTML, with the user's anti-phishing code if set. */
import { fillPlaceholders } from '../../../shared/wire/fill';
import { HTML_LANG, type Language } from '../../../shared/wire/languages';
import type { Mail } from './mail-port';
import { LETTER_TEXTS, type MailTexts } from './letter-texts';

export interface Recipient {
  email: string;
  language: Language;
  antiPhishingCode: string | null;
}

type Facts = Readonly<Record<string, string>>;

/** A link for an immediate action. */
export interface MailLink {
  url: string;
  text: string;
  note: string;
}

export function composeMail(
  { email, language, antiPhishingCode }: Recipient,
  texts: MailTexts,
  values: Facts,
  link?: MailLink,
): Mail {
  const { antiPhishing, footer } = LETTER_TEXTS[language];
  const subject = fillPlaceholders(texts.subject, values);
  const lines = texts.lines.map((line) => fillPlaceholders(line, values));
  // First, so that its absence is noticed before the rest is read.
  if (antiPhishingCode !== null) lines.unshift(fillPlaceholders(antiPhishing, { code: antiPhishingCode }));
  const linked = link ? [`${link.text}:\n${link.url}`, link.note] : [];
  const text = [...lines, ...linked, '--', 'Open Exchange', footer].join('\n\n');
  return { to: email, subject, text: `${text}\n`, html: htmlOf(language, subject, lines, footer, link) };
}

function htmlOf(
  language: Language,
  subject: string,
  lines: readonly string[],
  footer: string,
  link?: MailLink,
): string {
  const paragraphTexts = [
    ...lines.map((line) => escaped(line).replaceAll('\n', '<br>')),
    ...(link ? [buttonOf(link), escaped(link.note)] : []),
  ];
  const paragraphs = paragraphTexts.map((line) => `<p style="margin:0 0 16px">${line}</p>`).join('');
  const head = `<meta charset="utf-8"><title>${escaped(subject)}</title>`;
  const footerHtml = `<p style="margin:24px 0 0;font-size:12px;color:#667085">Open Exchange<br>${escaped(footer)}</p>`;
  const body = `<div style="max-width:560px;margin:0 auto;padding:24px;font:16px/1.5 sans-serif">${paragraphs}${footerHtml}</div>`;
  return `<!doctype html><html lang="${HTML_LANG[language]}"><head>${head}</head><body>${body}</body></html>`;
}

function buttonOf({ url, text }: MailLink): string {
  const style =
    'display:inline-block;padding:10px 20px;border-radius:6px;background:#b42318;color:#ffffff;text-decoration:none';
  return `<a href="${escaped(url)}" style="${style}">${escaped(text)}</a>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Some facts contain text by visitors. */
function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character]);
}
