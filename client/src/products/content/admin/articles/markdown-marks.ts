/** Toolbar actions of a Markdown field: marks around the selection or at the start of its lines. */

export const MARKS = ['bold', 'italic', 'heading', 'list', 'link'] as const;
export type MarkName = (typeof MARKS)[number];

/** Keys with Ctrl or Cmd. Those a browser reserves need Shift as well. */
export const MARK_KEYS: Readonly<Record<MarkName, string>> = {
  bold: 'B',
  italic: 'I',
  heading: 'Shift+H',
  list: 'Shift+L',
  link: 'K',
};

export interface Marked {
  /** Range replaced by `text`. */
  from: number;
  to: number;
  text: string;
  /** Selection afterwards. */
  start: number;
  end: number;
}

const AROUND = { bold: '**', italic: '*' } as const;
const BEFORE = { heading: '## ', list: '- ' } as const;
/** Placeholder address of a new link. */
const LINK_TO = '/';

/** `start` and `end` are the selection in `text`. Applying a mark again removes it. */
export function marked(mark: MarkName, text: string, start: number, end: number): Marked {
  if (mark === 'link') return linked(text.slice(start, end), start, end);
  return mark === 'heading' || mark === 'list'
    ? toggleLineMark(BEFORE[mark], text, start, end)
    : toggleInlineMark(AROUND[mark], text, start, end);
}

function toggleInlineMark(marker: string, text: string, start: number, end: number): Marked {
  const selectedText = text.slice(start, end);
  const isMarked =
    text.slice(start - marker.length, start) === marker && text.slice(end, end + marker.length) === marker;
  if (isMarked) {
    const from = start - marker.length;
    return { from, to: end + marker.length, text: selectedText, start: from, end: from + selectedText.length };
  }
  const at = start + marker.length;
  return { from: start, to: end, text: `${marker}${selectedText}${marker}`, start: at, end: at + selectedText.length };
}

/** Marks whole lines. */
function toggleLineMark(marker: string, text: string, start: number, end: number): Marked {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const areMarked = lines.every((line) => line.startsWith(marker));
  const changed = lines.map((line) => (areMarked ? line.slice(marker.length) : `${marker}${line}`)).join('\n');
  return { from, to, text: changed, start: from, end: from + changed.length };
}

/** Selects the address, so that it can be typed. */
function linked(selectedText: string, start: number, end: number): Marked {
  const at = start + selectedText.length + 3;
  return { from: start, to: end, text: `[${selectedText}](${LINK_TO})`, start: at, end: at + LINK_TO.length };
}
