/** The rule of one kind of event: old journals use rule 1, and never after the first event of rule 2. */
export class NewestRule {
  private newest = 1;

  /** Whether an event of this rule may come next; an absent rule is rule 1. */
  follows(rule = 1): boolean {
    const isRule = rule === 1 || rule === 2;
    if (!isRule || rule < this.newest) return false;
    this.newest = rule;
    return true;
  }
}
