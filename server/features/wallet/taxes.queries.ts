/** What a user traded, received and paid in all accounts, as one file for tax programs, up to one position of the journal. */
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { TAX_COLUMNS, type TaxExportRequest } from '../../../shared/wire/valuation';
import type { LedgerRecordRow } from '../../views/stored/tables';
import type { RecordsDatabase, ViewsDatabase } from '../../views/stored/views-database';
import { creditedBetween, paidWithdrawals } from '../../views/stored/wallet-queries';
import { ownRecordsAfter } from '../../views/stored/worth-queries';
import { AssetTerms } from '../shared/asset-terms.queries';
import { BYTE_ORDER_MARK, headerLine, recordLine } from '../shared/csv';
import { Reader } from '../shared/reader';
import { taxRows, type TaxFacts } from './tax-rows';

const PAGE = 500;
const START = { eventPosition: -1, entryIndex: -1, account: '' };

/** Parts of the file, in order. */
export class TaxFile extends Query<AsyncIterable<string>> {
  constructor(
    readonly user: number,
    readonly request: TaxExportRequest,
  ) {
    super();
  }
}

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
    let after: typeof START = START;
    // Of the last event of a page the next page may have more.
    let rest: LedgerRecordRow[] = [];
    for (let isLast = false; !isLast;) {
      const page = await ownRecordsAfter(records, user, request, after, position, PAGE);
      isLast = page.length < PAGE;
      after = page.at(-1) ?? after;
      const events = eventsOf([...rest, ...page]);
      rest = isLast ? [] : (events.pop() ?? []);
      const whole = events.flat();
      if (whole.length === 0) continue;
      const scales = await this.assets.scalesOf(whole);
      const hashOf = await hashes(views, user, whole);
      const facts: TaxFacts = { scaleOf: (asset) => scales.get(asset) as number, hashOf };
      const rows = events.flatMap((event) => taxRows(event, facts));
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

/** Of the withdrawals and deposits of these records; a bank's reference is no hash. */
async function hashes(
  views: ViewsDatabase,
  user: number,
  records: readonly LedgerRecordRow[],
): Promise<TaxFacts['hashOf']> {
  const ids = records.flatMap(({ withdrawalId }) => (withdrawalId === null ? [] : [withdrawalId]));
  const paid = new Map((await paidWithdrawals(views, user, ids)).map((row) => [row.id, row]));
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
    const row = withdrawalId === null ? undefined : paid.get(withdrawalId);
    return row?.reference ? hashIn(row.reference) : undefined;
  };
}

/** References are `ERC20/0x…/0`: chain, transaction, place in it. */
function hashIn(reference: string): string {
  return reference.split('/')[1] ?? reference;
}
