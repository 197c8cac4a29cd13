/** Line difference of two texts. */

export interface DiffLine {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** Above this number of line pairs, the differing middle is shown as removed and added without a comparison. */
const PAIRS_MAX = 4_000_000;

export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head += 1;
  let tail = 0;
  const rest = Math.min(old.length, fresh.length) - head;
  while (tail < rest && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail += 1;
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: 'same', text }));
  return [
    ...same(old.slice(0, head)),
    ...middle(old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail)),
    ...same(old.slice(old.length - tail)),
  ];
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** Longest common subsequence of lines. */
function middle(old: readonly string[], fresh: readonly string[]): DiffLine[] {
  const removedLine = (text: string): DiffLine => ({ kind: 'gone', text });
  const addedLine = (text: string): DiffLine => ({ kind: 'new', text });
  if (old.length * fresh.length > PAIRS_MAX) return [...old.map(removedLine), ...fresh.map(addedLine)];
  const width = fresh.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        old[i] === fresh[j]
          ? common[(i + 1) * width + j + 1] + 1
          : Math.max(common[(i + 1) * width + j], common[i * width + j + 1]);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < fresh.length) {
    if (old[i] === fresh[j]) {
      lines.push({ kind: 'same', text: old[i] });
      i += 1;
      j += 1;
    } else if (common[(i + 1) * width + j] >= common[i * width + j + 1]) lines.push(removedLine(old[i++]));
    else lines.push(addedLine(fresh[j++]));
  }
  return [...lines, ...old.slice(i).map(removedLine), ...fresh.slice(j).map(addedLine)];
}
