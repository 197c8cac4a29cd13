/** Decimals as they are typed, before they are any. */
import { decimalOf, scaleOf } from '../../../../shared/rules/units';

/** A decimal as a user types it: digits, at most one point, no more places than `scale`; null when it is none. */
export function typed(text: string, scale: number): string | null {
  const plain = text.replace(',', '.').trim();
  if (plain === '') return '';
  const match = /^(\d*)(?:\.(\d*))?$/.exec(plain);
  if (!match || (match[1].length === 0 && match[2] === undefined)) return null;
  if (match[1].length > 15 || (match[2]?.length ?? 0) > scale) return null;
  return plain;
}

/** Units of what a user has typed so far, `1.` and `.5` included; null for nothing and for what has too many places. */
export function unitsTyped(text: string, scale: number): bigint | null {
  const [whole = '', fraction = ''] = text.split('.');
  if (whole === '' && fraction === '') return null;
  if (!/^\d*$/.test(whole) || !/^\d*$/.test(fraction)) return null;
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > scale) return null;
  return BigInt(whole + kept.padEnd(scale, '0') || '0');
}

/** The canonical decimal of what was typed, as the server takes it; null when it is none. */
export function canonical(text: string): string | null {
  const scale = scaleOf(text);
  const units = unitsTyped(text, scale);
  return units === null ? null : decimalOf(units, scale);
}
