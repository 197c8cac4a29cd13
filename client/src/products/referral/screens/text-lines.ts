/** Breaks a text into lines at the word boundaries of its language, which may have no spaces. */
export function linesOf(text: string, language: string, fits: (line: string) => boolean): string[] {
  const segments = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].map(
    ({ segment }) => segment,
  );
  const lines: string[] = [];
  let line = '';
  for (const part of segments) {
    // Closing punctuation stays on its line, even if it exceeds the width.
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
