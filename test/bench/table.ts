/** Common format of the benchmarks' medians, spreads and tables. */
import { cpus, totalmem } from 'node:os';

export interface BenchTable {
  title: string;
  columns: string[];
  rows: string[][];
  notes: string[];
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Half the difference between the slowest and the fastest run, in percent of the median. */
export function spreadOf(values: readonly number[]): string {
  const half = (Math.max(...values) - Math.min(...values)) / 2;
  return `±${((half / median(values)) * 100).toFixed(0)} %`;
}

/** A table in Markdown, columns padded so that it also reads well in a terminal. */
export function markdownOf({ title, columns, rows, notes }: BenchTable): string {
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index].length)));
  const line = (cells: string[]): string =>
    `| ${cells.map((cell, index) => cell.padStart(widths[index])).join(' | ')} |\n`;
  const rule = `| ${widths.map((width) => '-'.repeat(width - 1) + ':').join(' | ')} |\n`;
  return `### ${title}\n\n${line(columns)}${rule}${rows.map(line).join('')}${notes.map((note) => `\n${note}`).join('')}\n`;
}

export function machine(): string {
  const [first] = cpus();
  return `${cpus().length} × ${first.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${process.platform}`;
}

/** A rate or a count with thousands separators. */
export function rateText(value: number): string {
  return Math.round(value).toLocaleString('en');
}
