/** Chapters of a Markdown text: its second-level headings. */

export interface Chapter {
  id: string;
  title: string;
}

const FENCE = /^(```|~~~)/;
const HEADING = /^##\s+(.+?)\s*#*\s*$/;

/** Numbered by position, so that links work in every language. */
export function chapterId(place: number): string {
  return `section-${place}`;
}

export function chaptersOf(markdown: string): Chapter[] {
  const chapters: Chapter[] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    const heading = isCode ? null : HEADING.exec(line);
    if (heading) chapters.push({ id: chapterId(chapters.length + 1), title: plainText(heading[1]) });
  }
  return chapters;
}

/** Plain text without marks for links, emphasis and code. */
function plainText(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*_`]/g, '');
}
