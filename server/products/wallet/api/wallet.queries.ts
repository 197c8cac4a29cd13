/** Balances, their records, recharges and transfers. */
import { rechargeReasonOf } from '../../../../shared/products/wallet/rules/recharge-reasons';
import { chainNameOf } from '../../../../shared/rules/chains';
import { decimalOf, unitsOf } from '../../../../shared/rules/units';
import {
  WALLET_ROUTES,
  type AssetChange,
  type RechargeRecord,
  type TransferRecord,
} from '../../../../shared/products/wallet/wire';
import { AddressVault, type AddressOf } from '../../../platform/address-vault';
import { balances, hasRecharge } from '../../../views/stored/queries';
import type { LedgerRecordRow, RechargeRow, TransferRow } from '../../../views/stored/tables';
import { LEDGER_RECORDS, RECHARGES, TRANSFERS } from '../stored/lists';
import { AssetTerms } from '../../../features/shared/asset-terms.queries';
import { queryHandler } from '../../../features/shared/endpoints/handlers';
import { pageOf } from '../../../features/shared/endpoints/page';
import { Reader } from '../../../features/shared/endpoints/reader';

export const Balances = queryHandler(
  WALLET_ROUTES.balances,
  [Reader, AssetTerms],
  async ({ user, request: { account, minPosition } }, reader, assets) => {
    const stored = await reader.at(minPosition);
    // Read before the rows, so that it never exceeds their position.
    const position = reader.position();
    const rows = await balances(stored, user, account);
    const scales = await assets.scalesOf(rows);
    const records = rows.map(({ account: kind, asset, available, frozen, locked }) => {
      const amount = (units: bigint): string => decimalOf(units, scales.get(asset) as number);
      return { account: kind, asset, available: amount(available), frozen: amount(frozen), locked: amount(locked) };
    });
    return { position, balances: records };
  },
);

export const AssetRecords = queryHandler(
  WALLET_ROUTES.records,
  [Reader, AssetTerms],
  async ({ user, request }, reader, assets) => {
    const page = await reader.page(LEDGER_RECORDS, user, request);
    const scales = await assets.scalesOf(page.records);
    return pageOf(page, (row) => assetChange(row, scales.get(row.asset) as number));
  },
);

export const Recharges = queryHandler(
  WALLET_ROUTES.recharges,
  [Reader, AssetTerms, AddressVault],
  async ({ user, request }, reader, assets, addressVault) => {
    const page = await reader.page(RECHARGES, user, request);
    const scales = await assets.scalesOf(page.records);
    const addressOf = await addressVault.addressesIn(page.records);
    return pageOf(page, (row) => rechargeRecord(row, scales.get(row.asset) as number, addressOf));
  },
);

export const Transfers = queryHandler(
  WALLET_ROUTES.transfers,
  [Reader, AssetTerms],
  async ({ user, request }, reader, assets) => {
    const page = await reader.page(TRANSFERS, user, request);
    const scales = await assets.scalesOf(page.records);
    return pageOf(page, (row) => transferRecord(row, scales.get(row.asset) as number));
  },
);

export const HasRecharge = queryHandler(
  WALLET_ROUTES.setHasRecharge,
  [Reader],
  async ({ user, request: { minPosition } }, reader) => {
    const stored = await reader.at(minPosition);
    return hasRecharge(stored, user);
  },
);

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
    reason: rechargeReasonOf(row.reason),
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

/** Decimals of up to thirty decimal places. */
function sumOf(one: string, other: string | null): string {
  const digits = 30;
  return decimalOf((unitsOf(one, digits) as bigint) + (unitsOf(other ?? '0', digits) as bigint), digits);
}

function textOf(id: number | null): string | null {
  return id === null ? null : String(id);
}
