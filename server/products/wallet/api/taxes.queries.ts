/** A user's trades, receipts and payments in all accounts, as one file for tax programs, up to one position of the journal. */
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { TAX_COLUMNS, VALUATION_ROUTES, type TaxExportRequest } from '../../../../shared/products/wallet/valuation';
import { FileOf } from '../../../platform/http/route-messages';
import type { LedgerRecordRow } from '../../../views/stored/tables';
import { LEDGER_RECORDS } from '../stored/lists';
import type { RecordsDatabase, ViewsDatabase } from '../../../views/stored/views-database';
import { creditedBetween, paidWithdrawals } from '../stored/queries';
import { AssetTerms } from '../../../features/shared/asset-terms.queries';
import { BYTE_ORDER_MARK, headerLine, recordLine } from '../../../features/shared/endpoints/csv';
import { Reader } from '../../../features/shared/endpoints/reader';
import { taxRows, type TaxFacts } from './tax-rows';

const PAGE = 500;

export class TaxFile extends FileOf(VALUATION_ROUTES.taxes, () => 'taxes.csv') {}

@QueryHandler(TaxFile)
export class TaxFileHandler implements IQueryHandler<TaxFile> {
  constructor(
    private readonly reader: Reader,
    private readonly assets: AssetTerms,
  ) {}

  async execute({ user, request }: TaxFile): Promise<AsyncIterable<string>> {
    const views = await this.reader.at(request.minPosition);
    const records = await this.reader.recordsAt(request.minPosition);
    return this.write({ views, records }, user, request, this.reader.commonPosition());
  }

  private async *write(
    { views, records }: { views: ViewsDatabase; records: RecordsDatabase },
    user: number,
    request: TaxExportRequest,
    position: number,
  ): AsyncIterable<string> {
    yield BYTE_ORDER_MARK + headerLine(TAX_COLUMNS);
    let last: LedgerRecordRow | undefined;
    // The next page may contain more records of this page's last event.
    let rest: LedgerRecordRow[] = [];
    for (let isLast = false; !isLast;) {
      const page = await LEDGER_RECORDS.part(records, user, request, position, last, PAGE);
      isLast = page.length < PAGE;
      last = page.at(-1);
      const events = eventsOf([...rest, ...page]);
      rest = isLast ? [] : (events.pop() ?? []);
      const completeRecords = events.flat();
      if (completeRecords.length === 0) continue;
      const scales = await this.assets.scalesOf(completeRecords);
      const hashOf = await hashes(views, user, completeRecords);
      const lookups: TaxFacts = { scaleOf: (asset) => scales.get(asset) as number, hashOf };
      const rows = events.flatMap((event) => taxRows(event, lookups));
      if (rows.length > 0) yield rows.map((row) => recordLine(TAX_COLUMNS, row)).join('');
    }
  }
}

function eventsOf(records: readonly LedgerRecordRow[]): LedgerRecordRow[][] {
  const events: LedgerRecordRow[][] = [];
  for (const record of records) {
    const last = events.at(-1);
    if (last?.[0]?.eventPosition === record.eventPosition) last.push(record);
    else events.push([record]);
  }
  return events;
}

/** Hashes for the withdrawals and deposits among these records; a bank's reference is not a hash. */
async function hashes(
  views: ViewsDatabase,
  user: number,
  records: readonly LedgerRecordRow[],
): Promise<TaxFacts['hashOf']> {
  const ids = records.flatMap(({ withdrawalId }) => (withdrawalId === null ? [] : [withdrawalId]));
  const withdrawalById = new Map((await paidWithdrawals(views, user, ids)).map((row) => [row.id, row]));
  const deposits = records.filter(({ label }) => label === 'recharge');
  const [first, last] = [deposits[0], deposits.at(-1)];
  const credited = first && last ? await creditedBetween(views, user, first.at, last.at) : [];
  const nameOf = (at: number | null, asset: string, amount: bigint) => `${String(at)}/${asset}/${amount}`;
  const references = new Map<string, string[]>();
  for (const { endedAt, asset, amount, reference } of credited) {
    const name = nameOf(endedAt, asset, amount);
    references.set(name, [...(references.get(name) ?? []), hashIn(reference)]);
  }
  return ({ label, at, asset, availableChange, withdrawalId }) => {
    if (label === 'recharge') return references.get(nameOf(at, asset, availableChange))?.shift();
    const row = withdrawalId === null ? undefined : withdrawalById.get(withdrawalId);
    return row?.reference ? hashIn(row.reference) : undefined;
  };
}

/** References have the form `ERC20/0x…/0`: chain, transaction, output. */
function hashIn(reference: string): string {
  return reference.split('/')[1] ?? reference;
}
