/** Financial products: a coin for a fixed term at a fixed rate. Rates are parts per billion a year, amounts decimal strings. */

/** `maintenance`: the coin is not moved now. */
export type EarnSale = 'open' | 'closed' | 'maintenance';

export interface FinancialProduct {
  /** By which commands name it. */
  product: string;
  name: string;
  asset: string;
  /** How many decimals its amounts have. */
  scale: number;
  termDays: number;
  annualRatePpb: number;
  /** Released in all, and what of it may still be bought. */
  quota: string;
  remaining: string;
  /** Of one purchase, and of what one user has of it altogether. */
  amountMin: string;
  userMax: string;
  state: EarnSale;
}

export interface FinancialHolding {
  purchase: string;
  product: string;
  name: string;
  asset: string;
  amount: string;
  /** As bought. */
  termDays: number;
  annualRatePpb: number;
  renew: boolean;
  boughtAt: number;
  startsAt: number;
  expiresAt: number;
  /** Of the whole term, and what of it has been earned until now; nothing of what was cancelled or left early. */
  expected: string;
  generated: string;
  status: 'buying' | 'earning' | 'settled' | 'cancelled';
  /** When it was settled, cancelled or left; null as long as it is held. */
  endedAt: number | null;
}

/** Through filters, sorted as `<column>.<asc|desc>`; absent: newest first. The same of mining. */
export interface EarnRecordsRequest {
  product?: string;
  status?: string;
  /** When they were bought. */
  from?: number;
  to?: number;
  sort?: `${'time' | 'amount' | 'start' | 'expiry'}.${'asc' | 'desc'}`;
  before?: string;
  pageIndex: number;
  pageSize: number;
  minPosition?: number;
}

/** What comes in on a day (GMT+8), paid or still to be: what was cancelled is not there, renewals are not counted ahead. */
export interface EarnDay {
  day: string;
  asset: string;
  principal: string;
  income: string;
}

/** What stands behind incomes and rebates, and what of it is promised; principals are the users' own and lie apart. */
export interface EarnPromised {
  position: number;
  cover: { asset: string; held: string; promised: string }[];
  products: {
    kind: 'financial' | 'mining';
    product: string;
    name: string;
    asset: string;
    principal: string;
    promisedAsset: string;
    promised: string;
  }[];
}
