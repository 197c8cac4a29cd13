/** Fractions for models that share no formula with what they judge: slow, exact, and nothing is ever rounded. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

export function fraction(over: bigint | number, under: bigint | number = 1n): Fraction {
  const [top, bottom] = [BigInt(over), BigInt(under)];
  return bottom < 0n ? { over: -top, under: -bottom } : { over: top, under: bottom };
}

export function plus(...parts: Fraction[]): Fraction {
  return parts.reduce((sum, part) => fraction(sum.over * part.under + part.over * sum.under, sum.under * part.under));
}

export function times(...parts: Fraction[]): Fraction {
  return parts.reduce((product, part) => fraction(product.over * part.over, product.under * part.under));
}

export function minus(one: Fraction, other: Fraction): Fraction {
  return plus(one, fraction(-other.over, other.under));
}

export function over(one: Fraction, other: Fraction): Fraction {
  return times(one, fraction(other.under, other.over));
}

/** Below zero, zero or above it, as the first is less than, equal to or more than the second. */
export function compare(one: Fraction, other: Fraction): number {
  const difference = one.over * other.under - other.over * one.under;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** To so many places, as examples are written down: half away from zero. */
export function places({ over: top, under }: Fraction, digits: number): string {
  const negative = top < 0n;
  const scaled = ((negative ? -top : top) * 10n ** BigInt(digits) * 2n + under) / (2n * under);
  const text = scaled.toString().padStart(digits + 1, '0');
  const [whole, rest] = [text.slice(0, text.length - digits), text.slice(text.length - digits)];
  return (negative ? '-' : '') + whole + (digits === 0 ? '' : '.' + rest);
}
