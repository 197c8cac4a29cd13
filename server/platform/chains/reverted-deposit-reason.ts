/** Reason for freezing coins that a chain reverted. Reconciliation finds by it the coins that cannot be paid out. */
export function revertedDepositReason(reference: string): string {
  return `The deposit ${reference} has left its chain.`;
}
