/**
 * The canonical lines from before products had their own states: the old content in the old order. Newer content is
 * left out, so the digest equals the old one as long as the old content keeps its meaning.
 */
type Line = [is: string, ...fields: unknown[]];

const ORDER = [
  'core',
  'asset',
  'market',
  'member',
  'account',
  'hold',
  'withdrawal',
  'review',
  'paid',
  'deposit',
  'terms',
  'recharge',
  'received',
  'order',
  'book',
  'triggers',
  'memory',
  'lasting',
];

export function oldLines(lines: Iterable<string>): string[] {
  const told = [...lines].map((text) => JSON.parse(text) as Line);
  const [[, wallet]] = told.filter(([is]) => is === 'wallet') as [string, Record<string, number>][];
  const reached = told.filter(([is]) => is === 'reached').map(([, order, cause]) => ({ order, cause }));
  const old = told
    .filter(([is]) => ORDER.includes(is))
    .map((line): Line => {
      if (line[0] === 'core') {
        const [, position, at, counters, highest] = line;
        return ['core', position, at, { ...(counters as object), ...wallet }, reached, highest];
      }
      // The ids were a table and a ring of names. In the old journals no sender has more ids than fit into the ring.
      if (line[0] === 'memory') {
        const [, user, recent, kept] = line as [string, number, [string][], [string, string, number, number][]];
        const ids = (tuples: readonly [string, ...unknown[]][]): string[] => tuples.map(([id]) => id);
        const all = [...recent, ...kept].sort(([one], [other]) => (one < other ? -1 : 1));
        return ['memory', user, recent.length, all, ids(recent), kept.map(([id, , , order]) => [order, id])];
      }
      // Every market was a spot market.
      if (line[0] === 'market') return [line[0], ...line.slice(2)];
      // No withdrawal was submitted to a chain under a key.
      if (line[0] === 'withdrawal') return [line[0], ...line.slice(1, -1)];
      return line;
    });
  return [...byBook(old)].map((line) => JSON.stringify(line));
}

/** The book and the triggers of a side were adjacent. */
function* byBook(lines: readonly Line[]): Generator<Line> {
  const rank = ([is]: Line): number => ORDER.indexOf(is === 'triggers' ? 'book' : is);
  const books = new Map<string, Line[]>();
  for (const line of lines) {
    if (line[0] !== 'book' && line[0] !== 'triggers') continue;
    const side = `${line[1] as string}/${line[2] as string}`;
    books.set(side, [...(books.get(side) ?? []), line]);
  }
  const others = lines.filter(([is]) => is !== 'book' && is !== 'triggers');
  const before = others.filter((line) => rank(line) < ORDER.indexOf('book'));
  yield* before.sort((one, other) => rank(one) - rank(other));
  yield* [...books.values()].flat();
  yield* others.filter((line) => rank(line) > ORDER.indexOf('book')).sort((one, other) => rank(one) - rank(other));
}
