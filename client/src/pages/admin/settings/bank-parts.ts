/** What a bank account of the house is told by. */
export const BANK_PARTS = ['bankName', 'accountName', 'accountNumber', 'bankCode'] as const;
