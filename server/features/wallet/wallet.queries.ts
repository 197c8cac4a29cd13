/** Balances, the records behind them, recharges and transfers. */
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AccountKind } from '../../../shared/rules/account-kinds';
import { chainNameOf } from '../../../shared/rules/chains';
import { decimalOf, unitsOf } from '../../../shared/rules/units';
import type { Page } from '../../../shared/wire/fields';
import type { BalanceSnapshot } from '../../../shared/wire/market-data';
import type {
  AssetChange,
  AssetRecordsRequest,
  BalancesRequest,
  RechargeRecord,
  RechargesRequest,
  TransferRecord,
  TransfersRequest,
} from '../../../shared/wire/wallet';
import { KeptAddresses, type AddressOf } from '../../platform/kept-addresses';
import {
  balances,
  hasRecharge,
  ledgerRecords,
  recharges,
  transfers,
  type RecordPlace,
} from '../../views/stored/queries';
import type { LedgerRecordRow, RechargeRow, TransferRow } from '../../views/stored/tables';
import { AssetTerms } from '../shared/asset-terms.queries';
import { idOf } from '../shared/convert';
import { pageOf, refuseDeep } from '../shared/page';
import { Reader } from '../shared/reader';

export class Balances extends Query<BalanceSnapshot> {
  constructor(
    readonly user: number,
    readonly request: BalancesRequest,
  ) {
    super();
  }
}

@QueryHandler(Balances)
export class BalancesHandler implements IQueryHandler<Balances> {
  constructor(
    private readonly reader: Reader,
    private readonly assets: AssetTerms,
  ) {}

  async execute({ user, request: { account, minPosition } }: Balances) {
    const stored = await this.reader.at(minPosition);
    // Read before the rows, so that it never claims more than they hold.
    const position = this.reader.position();
    const rows = await balances(stored, user, account);
    const scales = await this.assets.scalesOf(rows);
    const told = rows.map(({ account: kind, asset, available, frozen, locked }) => {
      const amount = (units: bigint): string => decimalOf(units, scales.get(asset) as number);
      return { account: kind, asset, available: amount(available), frozen: amount(frozen), locked: amount(locked) };
    });
    return { position, balances: told };
  }
}

export class AssetRecords extends Query<Page<AssetChange>> {
  constructor(
    readonly user: number,
    readonly request: AssetRecordsRequest,
  ) {
    super();
  }
}

@QueryHandler(AssetRecords)
export class AssetRecordsHandler implements IQueryHandler<AssetRecords> {
  constructor(
    private readonly reader: Reader,
    private readonly assets: AssetTerms,
  ) {}

  async execute({ user, request }: AssetRecords) {
    refuseDeep(request);
    const database = await this.reader.recordsAt(request.minPosition);
    const page = await ledgerRecords(database, user, { ...request, before: placeOf(request.before) }, request);
    const scales = await this.assets.scalesOf(page.records);
    return pageOf(page, (row) => assetChange(row, scales.get(row.asset) as number));
  }
}

export class Recharges extends Query<Page<RechargeRecord>> {
  constructor(
    readonly user: number,
    readonly request: RechargesRequest,
  ) {
    super();
  }
}

@QueryHandler(Recharges)
export class RechargesHandler implements IQueryHandler<Recharges> {
  constructor(
    private readonly reader: Reader,
    private readonly assets: AssetTerms,
    private readonly kept: KeptAddresses,
  ) {}

  async execute({ user, request }: Recharges) {
    refuseDeep(request);
    const stored = await this.reader.at(request.minPosition);
    const { asset, status, finality, sort } = request;
    const statuses = status === undefined ? undefined : [status];
    const page = await recharges(stored, user, request, { asset, statuses, finality, sort });
    const scales = await this.assets.scalesOf(page.records);
    const addressOf = await this.kept.addressesIn(page.records);
    return pageOf(page, (row) => rechargeRecord(row, scales.get(row.asset) as number, addressOf));
  }
}

export class Transfers extends Query<Page<TransferRecord>> {
  constructor(
    readonly user: number,
    readonly request: TransfersRequest,
  ) {
    super();
  }
}

@QueryHandler(Transfers)
export class TransfersHandler implements IQueryHandler<Transfers> {
  constructor(
    private readonly reader: Reader,
    private readonly assets: AssetTerms,
  ) {}

  async execute({ user, request }: Transfers) {
    refuseDeep(request);
    const stored = await this.reader.at(request.minPosition);
    const before = request.before === undefined ? undefined : idOf(request.before);
    const page = await transfers(stored, user, { ...request, before }, request);
    const scales = await this.assets.scalesOf(page.records);
    return pageOf(page, (row) => transferRecord(row, scales.get(row.asset) as number));
  }
}

export class HasRecharge extends Query<boolean> {
  constructor(
    readonly user: number,
    readonly minPosition: number | undefined,
  ) {
    super();
  }
}

@QueryHandler(HasRecharge)
export class HasRechargeHandler implements IQueryHandler<HasRecharge> {
  constructor(private readonly reader: Reader) {}

  async execute({ user, minPosition }: HasRecharge) {
    const stored = await this.reader.at(minPosition);
    return hasRecharge(stored, user);
  }
}

/** Of a record, by the name it has in lists. */
function placeOf(record: string | undefined): RecordPlace | undefined {
  if (record === undefined) return undefined;
  const [eventPosition, entryIndex, account] = record.split('.');
  return { eventPosition: Number(eventPosition), entryIndex: Number(entryIndex), account: account as AccountKind };
}

function assetChange(row: LedgerRecordRow, scale: number): AssetChange {
  return {
    record: `${row.eventPosition}.${row.entryIndex}.${row.account}`,
    at: row.at,
    account: row.account,
    asset: row.asset,
    label: row.label,
    availableChange: decimalOf(row.availableChange, scale),
    frozenChange: decimalOf(row.frozenChange, scale),
    lockedChange: decimalOf(row.lockedChange, scale),
    availableAfter: decimalOf(row.availableAfter, scale),
    frozenAfter: decimalOf(row.frozenAfter, scale),
    lockedAfter: decimalOf(row.lockedAfter, scale),
    order: textOf(row.orderId),
    trade: textOf(row.tradeId),
    withdrawal: textOf(row.withdrawalId),
  };
}

function rechargeRecord(row: RechargeRow, scale: number, addressOf: AddressOf): RechargeRecord {
  const amount = decimalOf(row.amount, scale);
  return {
    recharge: row.id < 0 ? null : String(row.id),
    userId: row.userId,
    asset: row.asset,
    chain: row.chain,
    chainName: row.chain === null ? null : chainNameOf(row.chain),
    address: addressOf(row),
    reference: row.reference,
    amount,
    quantity: sumOf(amount, row.dust),
    dust: row.dust,
    arrivedAmount: row.status === 'success' ? amount : '0',
    status: row.status,
    reason: row.reason,
    confirmations: row.confirmations,
    needed: row.needed,
    finality: row.finality,
    finalAt: row.finalAt,
    at: row.at,
    endedAt: row.endedAt,
  };
}

function transferRecord(row: TransferRow, scale: number): TransferRecord {
  return {
    transfer: String(row.id),
    asset: row.asset,
    from: row.fromAccount,
    to: row.toAccount,
    amount: decimalOf(row.amount, scale),
    at: row.at,
  };
}

/** Decimals of up to thirty digits behind the point. */
function sumOf(one: string, other: string | null): string {
  const digits = 30;
  return decimalOf((unitsOf(one, digits) as bigint) + (unitsOf(other ?? '0', digits) as bigint), digits);
}

function textOf(id: number | null): string | null {
  return id === null ? null : String(id);
}
