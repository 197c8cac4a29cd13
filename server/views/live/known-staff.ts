/** View of staff for access control. */
import { scopeOf, type AuditScope } from '../../../shared/rules/audit-scope';
import { STAFF_RIGHTS, type StaffRight } from '../../../shared/rules/staff-rights';
import type { StaffRole } from '../../core/staff/commands';
import type { LiveViews } from './live-views';

const INCLUDED_MS_MAX = 10_000;

export class LiveKnownStaff {
  private readonly scopes = new Map<string | null, AuditScope>();

  constructor(private readonly views: LiveViews) {}

  roleOf(user: number): StaffRole {
    return this.views.staff.roleOf(user);
  }

  has(user: number, right: StaffRight): boolean {
    return this.views.staff.has(user, right);
  }

  rightsOf(user: number): readonly StaffRight[] {
    return STAFF_RIGHTS.filter((right) => this.has(user, right));
  }

  untilOf(user: number): number | null {
    return this.views.staff.people().get(user)?.until ?? null;
  }

  /** Called for every request of an auditor, and there are few different texts. */
  scopeOf(user: number): AuditScope {
    const text = this.views.staff.people().get(user)?.scope ?? null;
    let scope = this.scopes.get(text);
    if (!scope) this.scopes.set(text, (scope = scopeOf(text)));
    return scope;
  }

  people(): readonly number[] {
    return [...this.views.staff.people().keys()].sort((one, other) => one - other);
  }

  settingOf(name: string): string | undefined {
    return this.views.staff.staff.settings.get(name);
  }

  settingsLike(prefix: string): readonly string[] {
    return [...this.views.staff.staff.settings.keys()].filter((name) => name.startsWith(prefix)).sort();
  }

  dailyLimitOf(bindings: number): bigint | undefined {
    return this.views.staff.staff.dailyLimits.get(bindings);
  }

  onRightsChanged(listener: (user: number) => void): () => void {
    return this.views.staff.onRightsChanged(listener);
  }

  async include(position: number): Promise<void> {
    await this.views.waitFor(position, INCLUDED_MS_MAX);
  }
}
