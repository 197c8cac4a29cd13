/** Markets open as tabs, in order of opening. */
export const OPEN_MAX = 8;

export function openFrom(stored: string): string[] {
  return stored.split(' ').filter((id) => id !== '');
}

export function keptOf(open: readonly string[]): string {
  return open.join(' ');
}

/** An open market keeps its position. Beyond the maximum the oldest one is closed. */
export function withOpen(open: readonly string[], id: string): readonly string[] {
  return open.includes(id) ? open : [...open, id].slice(-OPEN_MAX);
}

/** Closes a tab. If it was shown, its neighbour is shown. The last tab cannot be closed. */
export function withClosed(
  open: readonly string[],
  id: string,
  current: string,
): { open: readonly string[]; current: string } {
  const rest = open.filter((other) => other !== id);
  if (rest.length === 0) return { open, current };
  if (id !== current) return { open: rest, current };
  return { open: rest, current: rest[Math.min(open.indexOf(id), rest.length - 1)] };
}
