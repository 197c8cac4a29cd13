/** Fields of a bank account of the exchange. */
export const BANK_PARTS = ['bankName', 'accountName', 'accountNumber', 'bankCode'] as const;
