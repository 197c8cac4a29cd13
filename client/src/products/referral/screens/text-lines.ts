/** The lines of a text: broken between the words of its language, which need not have spaces between them. */
export function linesOf(text: string, language: string, fits: (line: string) => boolean): string[] {
  const parts = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].map(({ segment }) => segment);
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    // What ends a sentence stays with it, however narrow the line.
    const isJoined = line === '' || fits(line + part.trimEnd()) || /^[\p{P}\s]+$/u.test(part);
    if (isJoined) {
      line += part;
      continue;
    }
    lines.push(line.trim());
    line = part.trimStart();
  }
  return line.trim() === '' ? lines : [...lines, line.trim()];
}
