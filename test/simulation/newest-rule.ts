/** By which rule the events of one kind are: journals of before have the first, and none of it behind the first one of the second. */
export class NewestRule {
  private newest = 1;

  /** Whether an event by this rule may be the next one; absent is the first. */
  follows(rule = 1): boolean {
    const isRule = rule === 1 || rule === 2;
    if (!isRule || rule < this.newest) return false;
    this.newest = rule;
    return true;
  }
}
