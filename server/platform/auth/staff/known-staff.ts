/** Staff members, their rights and settings as recorded in the journal. Database rows grant no rights. */
import type { AuditScope } from '../../../../shared/rules/audit-scope';
import type { StaffRight } from '../../../../shared/rules/staff-rights';
import type { Role } from '../../database/exchange-tables';

export interface KnownStaff {
  roleOf(user: number): Role;
  has(user: number, right: StaffRight): boolean;
  rightsOf(user: number): readonly StaffRight[];
  /** End of an auditor's access; null means no end. */
  untilOf(user: number): number | null;
  /** The auditor's scope. */
  scopeOf(user: number): AuditScope;
  /** User ids of staff. */
  people(): readonly number[];
  /** Keyed hash of the setting's text. */
  settingOf(name: string): string | undefined;
  settingsLike(prefix: string): readonly string[];
  /** USDT units of scale 8. */
  dailyLimitOf(bindings: number): bigint | undefined;
  /** Calls the listener with each user whose role or rights change. Returns the unsubscribe function. */
  onRightsChanged(listener: (user: number) => void): () => void;
  /** Resolves when the entry at this journal position has been applied here. */
  include(position: number): Promise<void>;
}
