/**
 * Permitted contents of articles: plain Markdown without HTML, pictures or first-level headings, with links to
 * permitted targets only. Authors see the faults here. The display of articles shows nothing else either.
 */
import { articleLinkFault, isExternalLink, type LinkHosts } from '../products/identity/rules/links';
import { MARKUP_FAULTS, type MarkupFault } from '../products/content/rules/markup-faults';
import { markdownParts, type Part } from './markdown';

/** The first fault of each kind. `hosts`: permitted hosts of outside links. */
export function markupFaults(markdown: string, hosts: LinkHosts): MarkupFault[] {
  const found = new Set<MarkupFault | null>();
  const isShown = walk(markdown, (part) => found.add(faultOf(part, hosts)));
  if (!isShown) found.add('markup.depth');
  return MARKUP_FAULTS.filter((error) => found.has(error));
}

/** Whether a text has a link that leaves the exchange. */
export function hasExternalLink(markdown: string): boolean {
  let isOut = false;
  const isShown = walk(markdown, (part) => {
    if (part.kind === 'link' && isExternalLink(part.to)) isOut = true;
  });
  return isOut || !isShown;
}

function faultOf(part: Part, hosts: LinkHosts): MarkupFault | null {
  if (part.kind === 'html') return 'markup.html';
  if (part.kind === 'image') return 'markup.image';
  if (part.kind === 'link') return articleLinkFault(part.to, hosts);
  return part.kind === 'heading' && part.level === 1 ? 'markup.heading' : null;
}

/** Visits every part, the outer ones first. False if the nesting is deeper than articles allow. */
function walk(markdown: string, visit: (part: Part) => void): boolean {
  const parts = markdownParts(markdown);
  const visitNested = (part: Part): void => {
    visit(part);
    for (const inner of innerOf(part)) visitNested(inner);
  };
  for (const part of parts ?? []) visitNested(part);
  return parts !== null;
}

function innerOf(part: Part): Part[] {
  if ('parts' in part) return part.parts;
  if (part.kind === 'list') return part.items.flat();
  if (part.kind === 'table') return [part.head, ...part.rows].flat().flatMap(({ parts }) => parts);
  return [];
}
