/** Why what a chain took back is frozen: by it whoever adds up coins finds again what of them nobody can be paid with. */
export function leftReason(reference: string): string {
  return `The deposit ${reference} has left its chain.`;
}
