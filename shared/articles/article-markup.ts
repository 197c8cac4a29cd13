/**
 * What articles are made of: plain Markdown without HTML, pictures and headings of the first level, with links that lead where links
 * may. Whoever writes is told of it here; what shows the text lets none of it through besides.
 */
import { articleLinkFault, leadsOut, type LinkHosts } from '../products/identity/rules/links';
import { MARKUP_FAULTS, type MarkupFault } from '../products/content/rules/markup-faults';
import { markdownParts, type Part } from './markdown';

/** The first of each kind that there is. `hosts`: where links may lead out. */
export function markupFaults(markdown: string, hosts: LinkHosts): MarkupFault[] {
  const found = new Set<MarkupFault | null>();
  const isShown = walk(markdown, (part) => found.add(faultOf(part, hosts)));
  if (!isShown) found.add('markup.depth');
  return MARKUP_FAULTS.filter((fault) => found.has(fault));
}

/** Whether a link of it leads to somebody else. */
export function hasWayOut(markdown: string): boolean {
  let isOut = false;
  const isShown = walk(markdown, (part) => {
    if (part.kind === 'link' && leadsOut(part.to)) isOut = true;
  });
  return isOut || !isShown;
}

function faultOf(part: Part, hosts: LinkHosts): MarkupFault | null {
  if (part.kind === 'html') return 'markup.html';
  if (part.kind === 'image') return 'markup.image';
  if (part.kind === 'link') return articleLinkFault(part.to, hosts);
  return part.kind === 'heading' && part.level === 1 ? 'markup.heading' : null;
}

/** Each part of it, the outer ones first. False: it goes deeper than is shown. */
function walk(markdown: string, visit: (part: Part) => void): boolean {
  const parts = markdownParts(markdown);
  const down = (part: Part): void => {
    visit(part);
    for (const inner of innerOf(part)) down(inner);
  };
  for (const part of parts ?? []) down(part);
  return parts !== null;
}

function innerOf(part: Part): Part[] {
  if ('parts' in part) return part.parts;
  if (part.kind === 'list') return part.items.flat();
  if (part.kind === 'table') return [part.head, ...part.rows].flat().flatMap(({ parts }) => parts);
  return [];
}
