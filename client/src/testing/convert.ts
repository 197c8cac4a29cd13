/** Fixtures of conversions: a quote, dust balances and a conversion record. */
import type { ConversionRecord, ConvertQuote, DustCoin } from '../../../shared/products/convert/wire';

/** 0.5 BTC for USDT at 60,000, with a fee of 0.1 %. */
export function convertQuote(overrides: Partial<ConvertQuote> = {}): ConvertQuote {
  return {
    ...{ from: 'BTC', to: 'USDT', amount: '0.5', spent: '0.5', rest: '0', received: '29970', least: '29940.03' },
    ...{ validUntil: Date.now() + 10_000, restUsdt: '0' },
    legs: [{ market: 'BTC-USDT', side: 'sell', price: '60000', fee: { asset: 'USDT', amount: '30' } }],
    ...overrides,
  };
}

export function dustCoin(overrides: Partial<DustCoin> = {}): DustCoin {
  return {
    asset: 'DOGE',
    amount: '4',
    worth: '0.6',
    receives: '0.594',
    least: '0.593406',
    refusal: null,
    ...overrides,
  };
}

export function conversionRecord(overrides: Partial<ConversionRecord> = {}): ConversionRecord {
  return {
    ...{ id: '3', kind: 'convert', from: 'BTC', to: 'ETH', spent: '0.5', received: '9.98', restUsdt: '0.0012' },
    ...{ orders: ['41', '42'], at: 600_000 },
    ...overrides,
  };
}
