/** What the tools above a text do to it: marks around what is chosen, or in front of its lines. */

export const MARKS = ['bold', 'italic', 'heading', 'list', 'link'] as const;
export type MarkName = (typeof MARKS)[number];

/** With Ctrl, or Cmd; what a browser has for itself under that key with Shift besides. */
export const MARK_KEYS: Readonly<Record<MarkName, string>> = {
  bold: 'B',
  italic: 'I',
  heading: 'Shift+H',
  list: 'Shift+L',
  link: 'K',
};

export interface Marked {
  /** Put in place of what stands from `from` to `to`. */
  from: number;
  to: number;
  text: string;
  /** Then chosen. */
  start: number;
  end: number;
}

const AROUND = { bold: '**', italic: '*' } as const;
const BEFORE = { heading: '## ', list: '- ' } as const;
/** Where a link leads until somebody says so. */
const LINK_TO = '/';

/** `start` and `end` say what of `text` is chosen. Once more it is taken back. */
export function marked(mark: MarkName, text: string, start: number, end: number): Marked {
  if (mark === 'link') return linked(text.slice(start, end), start, end);
  return mark === 'heading' || mark === 'list'
    ? begun(BEFORE[mark], text, start, end)
    : around(AROUND[mark], text, start, end);
}

function around(sign: string, text: string, start: number, end: number): Marked {
  const chosen = text.slice(start, end);
  const isMarked = text.slice(start - sign.length, start) === sign && text.slice(end, end + sign.length) === sign;
  if (isMarked) {
    const from = start - sign.length;
    return { from, to: end + sign.length, text: chosen, start: from, end: from + chosen.length };
  }
  const at = start + sign.length;
  return { from: start, to: end, text: `${sign}${chosen}${sign}`, start: at, end: at + chosen.length };
}

/** Whole lines, each of them. */
function begun(sign: string, text: string, start: number, end: number): Marked {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const areMarked = lines.every((line) => line.startsWith(sign));
  const changed = lines.map((line) => (areMarked ? line.slice(sign.length) : `${sign}${line}`)).join('\n');
  return { from, to, text: changed, start: from, end: from + changed.length };
}

/** The address is chosen then, to be written. */
function linked(chosen: string, start: number, end: number): Marked {
  const at = start + chosen.length + 3;
  return { from: start, to: end, text: `[${chosen}](${LINK_TO})`, start: at, end: at + LINK_TO.length };
}
