/**
 * What articles are made of: plain Markdown without HTML, pictures and headings of the first level, with links that lead where links
 * may. Whoever writes is told of it here; what shows the text lets none of it through besides.
 */
import { isArticleLink } from './links';

export const MARKUP_FAULTS = ['markup.html', 'markup.image', 'markup.heading', 'markup.link'] as const;
export type MarkupFault = (typeof MARKUP_FAULTS)[number];

const FENCED = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[^]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![^]))/gm;
const CODE = /(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g;
/** A tag, a comment, a declaration; an address in angle brackets is none, and where a link leads is looked at as one. */
const HTML = /(?<!\]\(\s*)<(?!https:\/\/|mailto:)[a-z!/?]/i;
const IMAGE = /!\[/;
/** Its own title is the heading of the first level; a line of `=` below makes one, too. */
const HEADING = /^ {0,3}(?:#(?!#)(?:\s|$)|=+[ \t]*$)/m;
const INLINE = /\]\(\s*<?([^)\s>]*)/g;
const DEFINED = /^ {0,3}\[[^\]\n]+\]:\s*<?([^\s>]*)/gm;
const BRACKETED = /<((?:https:|mailto:)[^>\s]*)>/gi;
/** Made a link by itself. */
const INSECURE = /\b(?:http|ftp):\/\/|\bwww\./i;
const SCHEME = /\b(?:javascript|vbscript|data)\s*:/i;

/** The first of each kind that there is. */
export function markupFaults(markdown: string): MarkupFault[] {
  const text = markdown.replace(FENCED, '\n').replace(CODE, '');
  const links = [INLINE, DEFINED, BRACKETED].flatMap((form) => [...text.matchAll(form)].map(([, link]) => link));
  const isFound: Readonly<Record<MarkupFault, boolean>> = {
    'markup.html': HTML.test(text),
    'markup.image': IMAGE.test(text),
    'markup.heading': HEADING.test(text),
    'markup.link': INSECURE.test(text) || SCHEME.test(text) || links.some((link) => !isArticleLink(link)),
  };
  return MARKUP_FAULTS.filter((fault) => isFound[fault]);
}
