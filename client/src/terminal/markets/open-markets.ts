/** The instruments that are open as tabs, in the order in which they were opened. */
export const OPEN_MAX = 8;

export function openFrom(kept: string): string[] {
  return kept.split(' ').filter((id) => id !== '');
}

export function keptOf(open: readonly string[]): string {
  return open.join(' ');
}

/** One that is open stays where it is; when there are too many, the one that was opened first gives way. */
export function withOpen(open: readonly string[], id: string): readonly string[] {
  return open.includes(id) ? open : [...open, id].slice(-OPEN_MAX);
}

/** What remains, and which is looked at then: the neighbour of the one that is closed. The last one stays. */
export function withClosed(
  open: readonly string[],
  id: string,
  shown: string,
): { open: readonly string[]; shown: string } {
  const rest = open.filter((other) => other !== id);
  if (rest.length === 0) return { open, shown };
  if (id !== shown) return { open: rest, shown };
  return { open: rest, shown: rest[Math.min(open.indexOf(id), rest.length - 1)] };
}
