/** A user's universal tax file, as a tax program reads it. */
import { unitsOf } from '../../../shared/rules/units';
import { TAX_COLUMNS } from '../../../shared/products/wallet/valuation';
import { expectSuccess, type HttpExchange, type Json, type Person } from '../people/http-exchange';

/** Whether the answer says that the file would contain only a header. */
export function isNone(status: number, bytes: Buffer): boolean {
  return status === 404 && JSON.parse(bytes.toString('utf8')).code === 'data.none';
}

type TaxRow = Record<(typeof TAX_COLUMNS)[number], string>;

export async function taxFile(exchange: HttpExchange, { ticket }: Person, query = ''): Promise<TaxRow[]> {
  const { position } = exchange.headOfJournal();
  const { status, headers, bytes } = await exchange.file(`/app/assets/taxes?minPosition=${position}${query}`, ticket);
  if (isNone(status, bytes)) return [];
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  const [head, ...lines] = bytes.toString('utf8').trimEnd().split('\r\n');
  expect(head).toBe(`\uFEFF${TAX_COLUMNS.join(',')}`);
  return lines.map((line) => {
    const cells = line.split(',');
    const row = Object.fromEntries(TAX_COLUMNS.map((column, index) => [column, cells[index] ?? ''])) as TaxRow;
    expect(row.Date).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
    for (const side of ['Sent', 'Received', 'Fee'] as const)
      expect(row[`${side} Amount`] === '').toBe(row[`${side} Currency`] === '');
    return row;
  });
}

/** Received − Sent − Fee of each asset must equal the balance of all accounts. */
export async function expectTaxesToFoot(exchange: HttpExchange, person: Person): Promise<TaxRow[]> {
  const rows = await taxFile(exchange, person);
  const { position } = exchange.headOfJournal();
  const { balances } = await expectSuccess(exchange.get(`/app/assets/balances?minPosition=${position}`, person.ticket));
  const held = sums(
    balances.flatMap(({ asset, available, frozen, locked }: Json) =>
      [available, frozen, locked].map((amount) => [asset, amount, 1n]),
    ),
  );
  const told = sums(
    rows.flatMap((row) => [
      [row['Received Currency'], row['Received Amount'], 1n] as const,
      [row['Sent Currency'], row['Sent Amount'], -1n] as const,
      [row['Fee Currency'], row['Fee Amount'], -1n] as const,
    ]),
  );
  expect(told).toEqual(held);
  return rows;
}

/** Without assets whose sum is zero. */
function sums(parts: readonly (readonly [asset: string, amount: string, sign: bigint])[]): Record<string, bigint> {
  const all = new Map<string, bigint>();
  for (const [asset, amount, sign] of parts) {
    if (asset !== '') all.set(asset, (all.get(asset) ?? 0n) + sign * (unitsOf(amount, 8) as bigint));
  }
  return Object.fromEntries([...all].filter(([, units]) => units !== 0n).sort());
}
