/** Line difference of two texts. */

export interface DiffLine {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** Above this number of line pairs, the differing middle is shown as removed and added without a comparison. */
const PAIRS_MAX = 4_000_000;

export function lineDiff(before: string, after: string): DiffLine[] {
  const [oldLines, newLines] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < oldLines.length && head < newLines.length && oldLines[head] === newLines[head]) head += 1;
  let tail = 0;
  const rest = Math.min(oldLines.length, newLines.length) - head;
  while (tail < rest && oldLines[oldLines.length - 1 - tail] === newLines[newLines.length - 1 - tail]) tail += 1;
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: 'same', text }));
  return [
    ...same(oldLines.slice(0, head)),
    ...middle(oldLines.slice(head, oldLines.length - tail), newLines.slice(head, newLines.length - tail)),
    ...same(oldLines.slice(oldLines.length - tail)),
  ];
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** Longest common subsequence of lines. */
function middle(oldLines: readonly string[], newLines: readonly string[]): DiffLine[] {
  const removedLine = (text: string): DiffLine => ({ kind: 'gone', text });
  const addedLine = (text: string): DiffLine => ({ kind: 'new', text });
  if (oldLines.length * newLines.length > PAIRS_MAX) return [...oldLines.map(removedLine), ...newLines.map(addedLine)];
  const width = newLines.length + 1;
  const common = new Uint16Array((oldLines.length + 1) * width);
  for (let i = oldLines.length - 1; i >= 0; i -= 1)
    for (let j = newLines.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        oldLines[i] === newLines[j]
          ? common[(i + 1) * width + j + 1] + 1
          : Math.max(common[(i + 1) * width + j], common[i * width + j + 1]);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < oldLines.length && j < newLines.length) {
    if (oldLines[i] === newLines[j]) {
      lines.push({ kind: 'same', text: oldLines[i] });
      i += 1;
      j += 1;
    } else if (common[(i + 1) * width + j] >= common[i * width + j + 1]) lines.push(removedLine(oldLines[i++]));
    else lines.push(addedLine(newLines[j++]));
  }
  return [...lines, ...oldLines.slice(i).map(removedLine), ...newLines.slice(j).map(addedLine)];
}
