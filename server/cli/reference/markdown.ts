/** Markdown as Prettier formats it, so that generated documents pass the format check. */

export function page(title: string, ...blocks: readonly string[]): string {
  return [`# ${title}`, ...blocks].join('\n\n') + '\n';
}

export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [header, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = header.map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)));
  const lineOf = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  const [head, ...body] = cells.map((row) => lineOf(row.map((cell, column) => cell.padEnd(widths[column]))));
  return [head, lineOf(widths.map((width) => '-'.repeat(width))), ...body].join('\n');
}

export function code(text: string): string {
  return `\`${text}\``;
}

export function codes(texts: readonly string[]): string {
  return texts.map(code).join(', ');
}

/** A row without a description is a fault of its table. */
export function described(name: string, text: string | undefined): string {
  if (text === undefined || text.trim() === '') throw new Error(`${name} has no description`);
  return text;
}
