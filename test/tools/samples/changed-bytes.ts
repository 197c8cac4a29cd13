/** Copies of a file with one byte changed. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A different letter or digit. */
const flippedByte = (byte: number): number => (byte === 0x37 ? 0x38 : 0x37);

function changedAt(folder: string, file: string, place: number): string {
  const bytes = readFileSync(file);
  bytes[place] = flippedByte(bytes[place]);
  // The name must keep its extension, by which programs read the file.
  const changed = path.join(mkdtempSync(path.join(folder, 'changed-')), path.basename(file));
  writeFileSync(changed, bytes);
  return changed;
}

/** The changed byte is the last one of each pattern's last match. */
const FIELDS = {
  hash: /"hash":"[0-9a-f]{9}/g,
  prev: /"prev":"[0-9a-f]{9}/g,
  at: /"at":\d+/g,
  amount: /"amount":"\d+/g,
  debit: /"debit":"[^"]+/g,
  credit: /"credit":"[^"]+/g,
  hold: /"hold":\d+/g,
  into: /"into":\d+/g,
};

/** One copy for each field that the journal contains. */
export function changedFields(folder: string, journal: string): string[] {
  const text = readFileSync(journal, 'utf8');
  return Object.values(FIELDS).flatMap((pattern) => {
    const last = [...text.matchAll(pattern)].at(-1);
    if (!last) return [];
    return changedAt(folder, journal, Buffer.byteLength(text.slice(0, last.index) + last[0]) - 1);
  });
}

/** Changes at evenly spaced places of a file, including the first and the last byte. */
export function changedAtPlaces(folder: string, file: string, count: number): string[] {
  const { length } = readFileSync(file);
  const places = Array.from({ length: count }, (_, index) => Math.floor(((length - 1) * index) / (count - 1)));
  return places.map((place) => changedAt(folder, file, place));
}

export function changedLines(folder: string, certificate: string): string[] {
  const text = readFileSync(certificate, 'utf8');
  const [from, to] = [text.indexOf('"lines":') + 20, text.lastIndexOf(']') - 20];
  return [0.2, 0.5, 0.9].map((part) => changedAt(folder, certificate, Math.floor(from + (to - from) * part)));
}
